/** What is known of a person by which they can be found in texts. */
export interface PersonalFacts {
  readonly emails: readonly string[]
  /** Full names. */
  readonly names: readonly string[]
  readonly phones: readonly string[]
  /** Street and house number. */
  readonly places: readonly string[]
  /** Numbers that others gave to what is theirs, such as a parcel's. */
  readonly numbers: readonly string[]
}

export const NO_FACTS: PersonalFacts = { emails: [], names: [], phones: [], places: [], numbers: [] }

/** Finds a person in texts, however they are written: in any case, order, spacing and punctuation. */
export interface PersonalTraces {
  /** Whether anything of the person is in the text. */
  areIn(text: string): boolean
  /** Whether the text must be about this person: their address or number, or their name together with where they live. */
  identify(text: string): boolean
  /** The text without anything of the person. */
  redact(text: string): string
  /** The text without what belongs to nobody else: e-mail addresses and phone numbers. Others may have the same name. */
  redactUnique(text: string): string
}

/** Stands where something of a person stood. */
export const REDACTED = '[erased]'

export function addFacts(...all: readonly Partial<PersonalFacts>[]): PersonalFacts {
  const of = (kind: keyof PersonalFacts) => [
    ...new Set(
      all
        .flatMap((facts) => facts[kind] ?? [])
        .map((fact) => fact.trim())
        .filter((fact) => fact !== ''),
    ),
  ]
  return {
    emails: of('emails'),
    names: of('names'),
    phones: of('phones'),
    places: of('places'),
    numbers: of('numbers'),
  }
}

export function tracesOf(facts: PersonalFacts): PersonalTraces {
  const unique = patternOf([...facts.emails.map(emailPattern), ...facts.phones.map(phonePattern)])
  const name = patternOf(facts.names.map(namePattern))
  const place = patternOf(facts.places.map(placePattern))
  const number = patternOf(facts.numbers.map(numberPattern))
  const every = [unique, number, name, place]
  const has = (pattern: RegExp | null, text: string) => pattern !== null && text.search(pattern) !== -1
  const without = (text: string, patterns: readonly (RegExp | null)[]) =>
    patterns.reduce<string>((rest, pattern) => (pattern === null ? rest : rest.replaceAll(pattern, REDACTED)), text)
  return {
    areIn: (text) => every.some((pattern) => has(pattern, text)),
    identify: (text) => has(unique, text) || (has(name, text) && has(place, text)),
    redact: (text) => without(text, every),
    redactUnique: (text) => without(text, [unique]),
  }
}

/** Every text of a value rewritten, however deep; what holds none comes back as it is. */
export function rewriteTexts<T>(value: T, rewrite: (text: string) => string): T {
  if (typeof value === 'string') return rewrite(value) as T
  if (Array.isArray(value)) return value.map((each: unknown) => rewriteTexts(each, rewrite)) as T
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, rewriteTexts<unknown>(each, rewrite)]),
  ) as T
}

/** Every text of a value, however deep. */
export function textsOf(value: unknown): string[] {
  const texts: string[] = []
  rewriteTexts(value, (text) => {
    texts.push(text)
    return text
  })
  return texts
}

function patternOf(patterns: readonly (string | null)[]): RegExp | null {
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

/** The digits with anything between them that people put there, and with or without the country in front. */
function phonePattern(phone: string): string | null {
  const digits = phone.replaceAll(/\D/g, '')
  if (digits.length < SHORTEST_PHONE) return null
  const local = digits.slice(-LONGEST_LOCAL)
  return String.raw`(?<!\d)(?:\+?\d{1,3}[\s().\-\/]*)?[(]?${[...local].join(String.raw`[\s().\-\/]*`)}(?!\d)`
}

/** "Ada Byron", "BYRON, Ada"; a first name alone is anybody's. */
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

/** A street with its number; what is shorter, or has no number, is a town or anybody's. */
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
