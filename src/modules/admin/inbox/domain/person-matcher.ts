/** What a person has typed about themselves. */
interface TypedIdentifiers {
  readonly names: readonly string[]
  readonly phones: readonly string[]
  readonly places: readonly string[]
}

/** Finds a person in texts, in any case, order, spacing and punctuation. */
export interface PersonMatcher {
  /** Every different piece of the texts that reads like the person, as it stands there; at most 20. */
  find(texts: readonly string[]): readonly string[]
  /** Whether the texts may be by this person: they have their email address or phone, or their name with their street. */
  suggestsWriter(texts: readonly string[]): boolean
}

const MAX_FOUND = 20

/** @param person.email the proved address; all else is what the person has typed about themselves */
export function createPersonMatcher(person: {
  readonly email: string
  readonly typed: TypedIdentifiers
}): PersonMatcher {
  const { email, typed } = person
  const contact = anyOf([emailPattern(email), ...typed.phones.map(phonePattern)])
  const name = anyOf(typed.names.map(namePattern))
  const place = anyOf(typed.places.map(placePattern))
  const has = (pattern: RegExp | null, texts: readonly string[]) =>
    pattern !== null && texts.some((text) => text.search(pattern) !== -1)
  return {
    find(texts) {
      const found = [contact, name, place].flatMap((pattern) =>
        pattern === null ? [] : texts.flatMap((text) => [...text.matchAll(pattern)].map(([piece]) => piece.trim())),
      )
      return [...new Set(found)].slice(0, MAX_FOUND)
    },
    suggestsWriter: (texts) => has(contact, texts) || (has(name, texts) && has(place, texts)),
  }
}

/** The longest come first: of two that begin at one place the other would leave the rest of a name. */
function anyOf(patterns: readonly (string | null)[]): RegExp | null {
  const known = patterns.filter((pattern) => pattern !== null).toSorted((a, b) => b.length - a.length)
  return known.length === 0 ? null : new RegExp(known.map((pattern) => `(?:${pattern})`).join('|'), 'giu')
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
const whole = (pattern: string) => String.raw`(?<![\p{L}\p{N}])${pattern}(?![\p{L}\p{N}])`

function emailPattern(email: string): string {
  return String.raw`(?<![\p{L}\p{N}._%+\-])${escaped(email)}(?![\p{L}\p{N}_\-]|\.[\p{L}\p{N}])`
}

const SHORTEST_PHONE = 7
const LONGEST_LOCAL = 10
/** Between two digits people write at most a bracket, a blank and a dash. */
const BETWEEN_DIGITS = String.raw`[\s().\-\/]{0,3}`

/** The digits with any usual separators between them, with or without the country code. */
function phonePattern(phone: string): string | null {
  const digits = phone.replaceAll(/\D/g, '')
  if (digits.length < SHORTEST_PHONE) return null
  const local = digits.slice(-LONGEST_LOCAL)
  return String.raw`(?<!\d)(?:\+?\d{1,3}${BETWEEN_DIGITS})?[(]?${[...local].join(BETWEEN_DIGITS)}(?!\d)`
}

/** Matches "Ada Byron" and "BYRON, Ada". A first name alone identifies no one, so it has no pattern. */
function namePattern(name: string): string | null {
  const parts = name.split(/\s+/).filter((part) => part !== '')
  const last = parts.at(-1)
  if (parts.length < 2 || last === undefined || parts.every((part) => part.length < 2)) return null
  const forward = parts.map(escaped).join(String.raw`\s{1,3}`)
  const backward = String.raw`${escaped(last)},?\s{1,3}${parts
    .slice(0, -1)
    .map(escaped)
    .join(String.raw`\s{1,3}`)}`
  return whole(`(?:${forward}|${backward})`)
}

const SHORTEST_PLACE = 6

/** A street with its number. A shorter text or one without a number may be a town, so it has no pattern. */
function placePattern(place: string): string | null {
  if (place.length < SHORTEST_PLACE || !/\d/.test(place) || !/\p{L}/u.test(place)) return null
  return whole(
    place
      .split(/[\s,.]+/)
      .filter((part) => part !== '')
      .map(escaped)
      .join(String.raw`[\s,.]{1,3}`),
  )
}
