/** The purposes that a visitor can allow beyond what the shop needs to work. */
export const PURPOSES = ['analytics', 'marketing'] as const
export type Purpose = (typeof PURPOSES)[number]

export type ConsentAction =
  | 'accept-all'
  | 'reject-all'
  | 'save'
  | 'opt-out-of-sale'
  | 'global-privacy-control'
  | 'reset'

/** A visitor's choice, as it was saved in the browser. */
export interface ConsentChoice {
  readonly visitorId: string
  readonly version: string
  readonly analytics: boolean
  readonly marketing: boolean
  readonly action: ConsentAction
}

/** One line of the log: a choice, or the note that what was recorded under earlier choices is erased. */
export type ConsentEntry =
  | { readonly kind: 'choice'; readonly number: number; readonly at: Date; readonly choice: ConsentChoice }
  | {
      readonly kind: 'erasure'
      readonly number: number
      readonly at: Date
      readonly purposes: readonly Purpose[]
      readonly erased: number
    }

/** The last choice, which is the one that counts. */
export function latestChoice(log: readonly ConsentEntry[]): ConsentChoice | null {
  const newestFirst = log.toSorted((a, b) => b.number - a.number)
  return newestFirst.find((entry) => entry.kind === 'choice')?.choice ?? null
}

/**
 * What is to be erased for a visitor: purposes that were allowed once, are not allowed any more, and whose erasure was
 * not noted since. Withdrawing the same consent again gives nothing new once the erasure is noted.
 */
export function purposesToErase(log: readonly ConsentEntry[]): readonly Purpose[] {
  const choice = latestChoice(log)
  if (choice === null) return []
  const newestFirst = log.toSorted((a, b) => b.number - a.number)
  return PURPOSES.filter((purpose) => {
    if (choice[purpose]) return false
    const last = newestFirst.find((entry) =>
      entry.kind === 'choice' ? entry.choice[purpose] : entry.purposes.includes(purpose),
    )
    return last?.kind === 'choice'
  })
}
