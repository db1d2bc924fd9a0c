/** Where a text stops being JSON, counted from 1. */
export interface JsonError {
  readonly line: number
  readonly column: number
  readonly reason: string
}

class Stop extends Error {
  readonly at: number
  constructor(at: number, reason: string) {
    super(reason)
    this.at = at
  }
}

/**
 * Finds the first error in a text that should be JSON, or null when the text is JSON. Each browser reports the place in
 * its own way or not at all, so the shop parses the text itself.
 */
export function findJsonError(text: string): JsonError | null {
  try {
    const end = skipSpace(text, readValue(text, skipSpace(text, 0)))
    if (end < text.length) throw new Stop(end, 'nothing may follow here')
    return null
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    const before = text.slice(0, error.at)
    return { line: before.split('\n').length, column: error.at - before.lastIndexOf('\n'), reason: error.message }
  }
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && ' \t\n\r'.includes(text.charAt(at))) at += 1
  return at
}

function readValue(text: string, at: number): number {
  const first = text.charAt(at)
  if (first === '{') return readList(text, at, '}', readPair)
  if (first === '[') return readList(text, at, ']', readValue)
  if (first === '"') return readString(text, at)
  const literal = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/.exec(text.slice(at))
  if (literal === null)
    throw new Stop(at, first === '' ? 'the text ends too early' : `a value is expected instead of ${first}`)
  return at + literal[0].length
}

function readPair(text: string, at: number): number {
  if (text.charAt(at) !== '"') throw new Stop(at, 'a name in double quotes is expected')
  const colon = skipSpace(text, readString(text, at))
  if (text.charAt(colon) !== ':') throw new Stop(colon, 'a colon is expected')
  return readValue(text, skipSpace(text, colon + 1))
}

function readList(text: string, from: number, end: string, readPart: (text: string, at: number) => number): number {
  let at = skipSpace(text, from + 1)
  if (text.charAt(at) === end) return at + 1
  for (;;) {
    at = skipSpace(text, readPart(text, at))
    const next = text.charAt(at)
    if (next === end) return at + 1
    if (next !== ',')
      throw new Stop(at, next === '' ? `the closing ${end} is missing` : `a comma or ${end} is expected`)
    at = skipSpace(text, at + 1)
  }
}

function readString(text: string, from: number): number {
  // oxlint-disable-next-line no-control-regex -- JSON forbids them within strings
  const inside = /^(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/.exec(text.slice(from + 1))
  const end = from + 1 + (inside?.[0].length ?? 0)
  if (text.charAt(end) === '"') return end + 1
  throw new Stop(
    end,
    text.charAt(end) === '\\' ? 'this backslash starts nothing that JSON knows' : 'the closing double quote is missing',
  )
}
