/** Counts brackets outside of strings, so that a bomb is refused before it is unpacked into objects. */
export function nestsDeeper(json: string, limit: number): boolean {
  let depth = 0
  let quoted = false
  for (let index = 0; index < json.length; index += 1) {
    const character = json.charCodeAt(index)
    if (quoted) {
      if (character === BACKSLASH) index += 1
      else if (character === QUOTE) quoted = false
    } else if (character === QUOTE) quoted = true
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
