/**
 * Whether a JSON text nests deeper than `limit`, found by counting brackets outside of strings. Neither `JSON.parse`
 * nor Fastify's parser limits the depth, and recursive code such as a schema overflows the stack on a body that they
 * accept.
 */
export function isDeeperThan(json: string, limit: number): boolean {
  let depth = 0
  let isInString = false
  for (let index = 0; index < json.length; index += 1) {
    const character = json.charCodeAt(index)
    if (isInString) {
      if (character === BACKSLASH) index += 1
      else if (character === QUOTE) isInString = false
    } else if (character === QUOTE) isInString = true
    else if (character === OPEN_OBJECT || character === OPEN_LIST) {
      depth += 1
      if (depth > limit) return true
    } else if (character === CLOSE_OBJECT || character === CLOSE_LIST) depth -= 1
  }
  return false
}

const BACKSLASH = 0x5c
const QUOTE = 0x22
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
