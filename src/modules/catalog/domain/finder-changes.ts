import type { FinderAnswers } from './finder.ts'

/** Other answers in the place of some. What somebody prints stays. */
export type AnswerChanges = Partial<Omit<FinderAnswers, 'prints'>>

/** Other answers with which something fits, and how many products then do. */
export interface WayOut {
  readonly changes: AnswerChanges
  readonly fitting: number
}

/** Fewer pages that are tried, the most first. */
const PAGES = [10_000, 5000, 3000, 1000, 500, 100]

/** Of each answer that asks for something the changes that ask for less, the smallest change first. */
export function weakerAnswers({ prints, pages, color, scans, connection, paper }: FinderAnswers): AnswerChanges[][] {
  const papers = ['large', 'tabloid', 'letter', 'any'] as const
  const smaller = papers.slice(papers.indexOf(paper) + 1)
  const changes: readonly AnswerChanges[][] = [
    // All documents are on letter paper at least.
    smaller.filter((other) => prints !== 'documents' || other !== 'any').map((other) => ({ paper: other })),
    color && prints !== 'photos' ? [{ color: false }] : [],
    scans === 'fax' ? [{ scans: 'scan' }, { scans: 'no' }] : scans === 'scan' ? [{ scans: 'no' }] : [],
    connection === 'any' ? [] : [{ connection: 'any' }],
    PAGES.filter((fewer) => fewer < pages).map((fewer) => ({ pages: fewer })),
  ]
  return changes.filter((each) => each.length > 0)
}

/** Every choice of so many answers, each changed as far as it can be, in one. */
export function weakestTogether(weaker: readonly (readonly AnswerChanges[])[], count: number): AnswerChanges[] {
  const [first, ...others] = weaker
  if (count === 0) return [{}]
  if (first === undefined) return []
  const withFirst = weakestTogether(others, count - 1).map((changes) => ({ ...first.at(-1), ...changes }))
  return [...withFirst, ...weakestTogether(others, count)]
}
