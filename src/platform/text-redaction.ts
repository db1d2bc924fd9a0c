/** What is known of a person by which they can be found in texts. */
export interface PersonIdentifiers {
  readonly emails: readonly string[]
  /** Full names. */
  readonly names: readonly string[]
  readonly phones: readonly string[]
  /** Street and house number. */
  readonly places: readonly string[]
  /** Numbers that belong to the person alone, such as the tracking number of a parcel. */
  readonly numbers: readonly string[]
}

export const NO_IDENTIFIERS: PersonIdentifiers = { emails: [], names: [], phones: [], places: [], numbers: [] }

/** Finds a person in texts, in any case, order, spacing and punctuation. */
export interface PersonMatcher {
  /** Whether any identifier of the person is in the text. */
  matches(text: string): boolean
  /** Whether the text must be about this person: it has their email address or phone, or their name together with their street. */
  identifies(text: string): boolean
  /** The text without any identifier of the person. */
  redact(text: string): string
  /** The text without email addresses and phone numbers only. Other people may have the same name. */
  redactUnique(text: string): string
}

/** Replaces an identifier in a redacted text. */
export const REDACTED = '[erased]'

/** Puts several sets of identifiers together, trimmed, without blanks and repetitions. */
export function mergeIdentifiers(...all: readonly Partial<PersonIdentifiers>[]): PersonIdentifiers {
  const merge = (kind: keyof PersonIdentifiers) => [
    ...new Set(
      all
        .flatMap((identifiers) => identifiers[kind] ?? [])
        .map((text) => text.trim())
        .filter((text) => text !== ''),
    ),
  ]
  return {
    emails: merge('emails'),
    names: merge('names'),
    phones: merge('phones'),
    places: merge('places'),
    numbers: merge('numbers'),
  }
}

export function createPersonMatcher(identifiers: PersonIdentifiers): PersonMatcher {
  const unique = anyOf([...identifiers.emails.map(emailPattern), ...identifiers.phones.map(phonePattern)])
  const name = anyOf(identifiers.names.map(namePattern))
  const place = anyOf(identifiers.places.map(placePattern))
  const number = anyOf(identifiers.numbers.map(numberPattern))
  const all = [unique, number, name, place]
  const has = (pattern: RegExp | null, text: string) => pattern !== null && text.search(pattern) !== -1
  const without = (text: string, patterns: readonly (RegExp | null)[]) =>
    patterns.reduce<string>((rest, pattern) => (pattern === null ? rest : rest.replaceAll(pattern, REDACTED)), text)
  return {
    matches: (text) => all.some((pattern) => has(pattern, text)),
    identifies: (text) => has(unique, text) || (has(name, text) && has(place, text)),
    redact: (text) => without(text, all),
    redactUnique: (text) => without(text, [unique]),
  }
}

/** Rewrites every string inside plain objects and arrays, at any depth; all other values stay as they are. */
export function rewriteTexts<T>(value: T, rewrite: (text: string) => string): T {
  if (typeof value === 'string') return rewrite(value) as T
  if (Array.isArray(value)) return value.map((each: unknown) => rewriteTexts(each, rewrite)) as T
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, rewriteTexts<unknown>(each, rewrite)]),
  ) as T
}

/** Every string inside plain objects and arrays, at any depth. */
export function textsOf(value: unknown): string[] {
  const texts: string[] = []
  rewriteTexts(value, (text) => {
    texts.push(text)
    return text
  })
  return texts
}

function anyOf(patterns: readonly (string | null)[]): RegExp | null {
  const known = patterns.filter((pattern) => pattern !== null)
  return known.length === 0 ? null : new RegExp(known.map((pattern) => `(?:${pattern})`).join('|'), 'giu')
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
const NOT_IN_WORD = [String.raw`(?<![\p{L}\p{N}])`, String.raw`(?![\p{L}\p{N}])`] as const
const whole = (pattern: string) => `${NOT_IN_WORD[0]}${pattern}${NOT_IN_WORD[1]}`

function emailPattern(email: string): string | null {
  return email.includes('@')
    ? String.raw`(?<![\p{L}\p{N}._%+\-])${escaped(email)}(?![\p{L}\p{N}_\-]|\.[\p{L}\p{N}])`
    : null
}

const SHORTEST_PHONE = 7
const LONGEST_LOCAL = 10

/** The digits with any usual separators between them, with or without the country code. */
function phonePattern(phone: string): string | null {
  const digits = phone.replaceAll(/\D/g, '')
  if (digits.length < SHORTEST_PHONE) return null
  const local = digits.slice(-LONGEST_LOCAL)
  return String.raw`(?<!\d)(?:\+?\d{1,3}[\s().\-\/]*)?[(]?${[...local].join(String.raw`[\s().\-\/]*`)}(?!\d)`
}

/** Matches "Ada Byron" and "BYRON, Ada". A first name alone identifies no one, so it has no pattern. */
function namePattern(name: string): string | null {
  const parts = name.split(/\s+/).filter((part) => part !== '')
  const last = parts.at(-1)
  if (parts.length < 2 || last === undefined || parts.every((part) => part.length < 2)) return null
  const forward = parts.map(escaped).join(String.raw`\s+`)
  const backward = String.raw`${escaped(last)}\s*,?\s+${parts
    .slice(0, -1)
    .map(escaped)
    .join(String.raw`\s+`)}`
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
      .join(String.raw`[\s,.]+`),
  )
}

function numberPattern(number: string): string | null {
  return number.length < SHORTEST_PHONE ? null : whole(escaped(number))
}
