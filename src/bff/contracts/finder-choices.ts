// These values are apart from the schemas, because the page reads its address without zod.
export const FINDER_CHOICES = {
  prints: ['documents', 'photos', 'labels', 'receipts'],
  color: ['no', 'yes'],
  scans: ['no', 'scan', 'fax'],
  connection: ['any', 'wifi', 'ethernet', 'usb'],
  paper: ['any', 'letter', 'tabloid', 'large'],
} as const

type Choices = { readonly [Name in keyof typeof FINDER_CHOICES]: (typeof FINDER_CHOICES)[Name][number] }

/** What somebody asks of a printer, as it stands in the address of the finder. */
export interface FinderQuery extends Choices {
  /** A month. */
  readonly pages: number
}

export const MAX_PAGES = 100_000
const USUAL_PAGES = 100

/** The answers that a form opens with. */
export const FIRST_ANSWERS: FinderQuery = {
  prints: 'documents',
  pages: USUAL_PAGES,
  color: 'no',
  scans: 'no',
  connection: 'any',
  paper: 'any',
}

/** The answers in an address: what is missing or unknown there is as usual. Null without the first one. */
export function parseFinderQuery(query: URLSearchParams): FinderQuery | null {
  const prints = oneOf(FINDER_CHOICES.prints, query.get('prints'))
  if (prints === undefined) return null
  const typed = /^\d{1,6}$/.exec(query.get('pages')?.trim() ?? '')
  return {
    prints,
    pages: typed === null ? FIRST_ANSWERS.pages : Math.min(Math.max(Number(typed[0]), 1), MAX_PAGES),
    color: oneOf(FINDER_CHOICES.color, query.get('color')) ?? FIRST_ANSWERS.color,
    scans: oneOf(FINDER_CHOICES.scans, query.get('scans')) ?? FIRST_ANSWERS.scans,
    connection: oneOf(FINDER_CHOICES.connection, query.get('connection')) ?? FIRST_ANSWERS.connection,
    paper: oneOf(FINDER_CHOICES.paper, query.get('paper')) ?? FIRST_ANSWERS.paper,
  }
}

function oneOf<Value extends string>(values: readonly Value[], text: string | null): Value | undefined {
  return values.find((value) => value === text)
}
