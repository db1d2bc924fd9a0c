import type { ApiPath } from '#contracts/api-path'

/** A path with those parts of the query that say something: nothing absent, empty or false. A list is repeated. */
export function withQuery<T>(path: ApiPath<T>, query: object): ApiPath<T> {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query) as [string, unknown][]) {
    if (value === undefined || value === null || value === '' || value === false) continue
    for (const each of Array.isArray(value) ? value : [value]) parameters.append(name, String(each))
  }
  const text = parameters.toString()
  return text === '' ? path : `${path}?${text}`
}
