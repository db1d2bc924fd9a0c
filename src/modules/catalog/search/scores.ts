/** How well a word of a product fits the typed one; its field's weight times this is the score of the word. */
const EXACT = 16
/** Words that begin with the typed one fit at least so well. */
export const PREFIX = 10
export const TYPO = 4

/** How well a word of the catalog fits that begins with the typed one: less the more follows. @param typed its letters */
export function factorOfBeginning(typed: number, own: number): number {
  return own === typed ? EXACT : PREFIX + Math.trunc((EXACT - PREFIX - 1) * (typed / own))
}

/** Added to the score of a product whose name begins with the search. */
export const NAME_BEGINS = 2000
/** Added to the score of a product of the kind that the search names: "printers" means printers. */
export const PREFERRED = 4000
