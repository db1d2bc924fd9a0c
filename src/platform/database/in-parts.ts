/**
 * A server takes 16 MB in one command, as in one document, and the driver writes it into a buffer of 17 MB: a longer one
 * fails there, or loses its end. Half of that leaves room for what else is in it, and holds up no request for long.
 */
const MAX_BYTES = 8 * 1024 * 1024

/**
 * Cuts a list where it would be too long for one command or document: in order, and nearly always into one part.
 *
 * What an item takes as BSON is estimated by the lengths of its texts: never too little, and in a thirtieth of the time
 * that writing it takes. An item that is too long for a part is alone in one.
 */
export function inParts<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const parts: (readonly Item[])[] = []
  let [from, bytes] = [0, 0]
  for (let at = 0; at < items.length; at += 1) {
    const own = maxBytesOf(items[at])
    if (bytes + own > MAX_BYTES && at > from) {
      parts.push(items.slice(from, at))
      from = at
      bytes = 0
    }
    bytes += own
  }
  if (from < items.length) parts.push(from === 0 ? items : items.slice(from))
  return parts
}

/** The type of a value, the name of a field with the byte behind it, and the lengths at the beginning of a value. */
const AROUND_VALUE = 12

/** The most that a value can take as a part of a document: a character (UTF-16) takes up to three bytes. */
function maxBytesOf(value: unknown): number {
  if (typeof value === 'string') return AROUND_VALUE + 3 * value.length
  if (typeof value !== 'object' || value === null) return AROUND_VALUE + 8
  if (ArrayBuffer.isView(value)) return AROUND_VALUE + value.byteLength
  let bytes = AROUND_VALUE + 8
  if (Array.isArray(value)) for (const each of value) bytes += maxBytesOf(each) + 6
  else for (const name in value) bytes += maxBytesOf(value[name as keyof typeof value]) + 3 * name.length
  return bytes
}
