import { findJsonError } from './json-error.ts'

export type Specifications = Record<string, string>
export type ReadSpecifications =
  | { readonly ok: true; readonly value: Specifications }
  | { readonly ok: false; readonly message: string }

/**
 * Reads what staff typed as specifications (specification 2, section 5): a JSON object, or lines of "Key: Value". The
 * message names the place of the first error.
 */
export function readSpecifications(text: string): ReadSpecifications {
  const trimmed = text.trim()
  if (trimmed === '') return { ok: true, value: {} }
  return /^[{["]/.test(trimmed) ? readJson(text) : readLines(text)
}

function readJson(text: string): ReadSpecifications {
  const jsonError = findJsonError(text)
  if (jsonError !== null)
    return wrong(`This is not valid JSON: line ${jsonError.line}, column ${jsonError.column}: ${jsonError.reason}.`)
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return wrong('The JSON must be an object with names and values, such as {"Speed": "38 ppm"}.')
  }
  const specifications: [string, string][] = []
  for (const [name, each] of Object.entries(value)) {
    if (typeof each === 'object') return wrong(`The value of "${name}" must be a text, a number, true or false.`)
    specifications.push([name, String(each)])
  }
  return { ok: true, value: Object.fromEntries(specifications) }
}

function readLines(text: string): ReadSpecifications {
  const specifications: [string, string][] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const colon = line.indexOf(':')
    if (colon < 1 || line.slice(0, colon).trim() === '') {
      return wrong(
        `This is neither JSON nor "Key: Value" lines: line ${index + 1} has no ${colon < 0 ? 'colon' : 'name before its colon'}.`,
      )
    }
    specifications.push([line.slice(0, colon).trim(), line.slice(colon + 1).trim()])
  }
  return { ok: true, value: Object.fromEntries(specifications) }
}

function wrong(message: string): ReadSpecifications {
  return { ok: false, message }
}

/** A product's specifications as staff edit them: an object as JSON, a text as it is. */
export function specificationsText(specifications: string | Specifications): string {
  if (typeof specifications === 'string') return specifications
  return Object.keys(specifications).length === 0 ? '' : JSON.stringify(specifications, null, 2)
}
