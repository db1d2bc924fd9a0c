import { ApiError } from './api-client.ts'

/** What went wrong, in a sentence for people: the server's own, or `fallback` with a hint at the connection. */
export function errorMessage(error: unknown, fallback: string): string {
  if (error instanceof ApiError) return error.body?.message ?? fallback
  return withConnectionHint(fallback)
}

const AGAIN = /(?:Please try again|Try again)(?: in a moment)?\.$/
const NO_END = /[^.?!]$/

/** Says of what got no answer what may help: in place of the advice to try again alone, where a sentence ends with it. */
export function withConnectionHint(sentence: string): string {
  const what = sentence.replace(AGAIN, '').trimEnd().replace(NO_END, '$&.')
  return `${what} Check the connection and try again.`.trimStart()
}
