/**
 * What somebody has typed about themselves and nobody has proved. It never acts by itself; people look at what it
 * matches.
 */
export interface PersonIdentifiers {
  /** Full names. */
  readonly names: readonly string[]
  readonly phones: readonly string[]
  /** Street and house number. */
  readonly places: readonly string[]
}

/** Of each kind so many are kept: a person has few, and what is looked for costs time. */
const MAX_OF_A_KIND = 50

/** Puts several sets of identifiers together, trimmed, without blanks and repetitions, at most 50 of each kind. */
export function mergeIdentifiers(...all: readonly Partial<PersonIdentifiers>[]): PersonIdentifiers {
  const merge = (kind: keyof PersonIdentifiers) =>
    [
      ...new Set(
        all
          .flatMap((identifiers) => identifiers[kind] ?? [])
          .map((text) => text.trim())
          .filter((text) => text !== ''),
      ),
    ].slice(0, MAX_OF_A_KIND)
  return { names: merge('names'), phones: merge('phones'), places: merge('places') }
}
