import { formatDateTime, MAIL_THEME } from '#brand'
import { writeLetter, type Letter, type LetterPart } from '#platform/mail/letter'
import type { FailureGroup } from '../rules/failure-groups.ts'
import type { FetchCounts, ListFetch } from './list-source.ts'

const MAX_REASONS = 8
const LONGEST_REASON = 160

const count = (value: number, one: string, many = `${one}s`) =>
  `${value.toLocaleString('en-US')} ${value === 1 ? one : many}`

/** What the mail says of a fetch. */
export interface FetchOutcome {
  readonly supplierName: string
  readonly fetch: Pick<ListFetch, 'state' | 'startedAt' | 'tries' | 'problem' | 'fileName' | 'importId' | 'counts'>
  /** Why rows failed. */
  readonly failures: readonly FailureGroup[]
  /** Whether what left the list was sold out. */
  readonly isSoldOut: boolean
  readonly nextAt: Date | null
}

/** Tells staff what became of a supplier's list that came by itself. */
export function fetchMail(outcome: FetchOutcome, shopUrl: string): Omit<ReturnType<typeof written>, never> {
  return written(letterOf(outcome, shopUrl))
}

function written(letter: Letter) {
  return { subject: letter.subject, ...writeLetter(letter, MAIL_THEME) }
}

function letterOf({ supplierName, fetch, failures, isSoldOut, nextAt }: FetchOutcome, shopUrl: string): Letter {
  const { state, problem, counts, importId } = fetch
  const name = supplierName.slice(0, 80)
  const link: LetterPart[] =
    importId === null
      ? [{ kind: 'link', label: 'Open the price lists', url: `${shopUrl}/admin/imports` }]
      : [
          {
            kind: 'link',
            label: 'Open the import',
            url: `${shopUrl}/admin/imports?import=${encodeURIComponent(importId)}`,
          },
        ]
  const facts: LetterPart = {
    kind: 'facts',
    rows: [
      ['Fetched', formatDateTime(fetch.startedAt)],
      ...(fetch.fileName === null ? [] : [['File', fetch.fileName] as const]),
      ...(nextAt === null ? [] : [['Next time', formatDateTime(nextAt)] as const]),
    ],
  }
  if (state === 'imported' && counts !== null)
    return {
      subject: `Price list of ${name}: ${summaryOf(counts)}`,
      preview: summaryOf(counts),
      heading: 'A price list was imported',
      parts: [
        { kind: 'paragraph', text: `The price list of ${name} came and was imported.` },
        { kind: 'facts', rows: rowsOf(counts, isSoldOut) },
        ...failuresOf(failures),
        facts,
        ...link,
        { kind: 'paragraph', text: 'You can undo the import there for 90 days.' },
      ],
    }
  if (state === 'waits')
    return {
      subject: `Price list of ${name} waits for you`,
      preview: problem ?? '',
      heading: 'A price list waits for you',
      parts: [
        { kind: 'paragraph', text: `The price list of ${name} came. Nothing was imported, because:` },
        { kind: 'paragraph', text: problem ?? '' },
        ...(counts === null
          ? []
          : [{ kind: 'facts', rows: rowsOf(counts, isSoldOut) } as const, ...failuresOf(failures)]),
        facts,
        ...link,
        { kind: 'paragraph', text: 'Look at it, and start the import there, or stop it.' },
      ],
    }
  const tried = fetch.tries > 1 ? ` It was tried ${fetch.tries} times.` : ''
  return {
    subject: `Price list of ${name} did not come`,
    preview: problem ?? '',
    heading: 'A price list did not come',
    parts: [
      { kind: 'paragraph', text: `The price list of ${name} could not be fetched or imported.${tried}` },
      { kind: 'paragraph', text: problem ?? '' },
      facts,
      ...link,
    ],
  }
}

/** "3 new, 120 changed, 2 failed" */
function summaryOf({ created, updated, failed, left }: FetchCounts): string {
  const parts = [
    ...(created > 0 ? [`${created.toLocaleString('en-US')} new`] : []),
    ...(updated > 0 ? [`${updated.toLocaleString('en-US')} changed`] : []),
    ...(left > 0 ? [`${left.toLocaleString('en-US')} left`] : []),
    ...(failed > 0 ? [`${failed.toLocaleString('en-US')} failed`] : []),
  ]
  return parts.length === 0 ? 'nothing changed' : parts.join(', ')
}

function rowsOf(counts: FetchCounts, isSoldOut: boolean): (readonly [string, string])[] {
  const { created, updated, unchanged, skipped, failed, left } = counts
  const rows: (readonly [string, number])[] = [
    ['New products', created],
    ['Changed products', updated],
    ['Unchanged', unchanged],
    ['Rows left out', skipped],
    ['Rows that failed', failed],
    [isSoldOut ? 'Left the list, sold out' : 'Left the list', left],
  ]
  return rows.filter(([, value]) => value > 0).map(([label, value]) => [label, value.toLocaleString('en-US')])
}

function failuresOf(failures: readonly FailureGroup[]): LetterPart[] {
  if (failures.length === 0) return []
  const shown = failures.slice(0, MAX_REASONS).map(({ reason, rows, values }) => {
    const example = values[0] === undefined ? '' : `, for example “${values[0].text}”`
    return `${count(rows, 'row')}: ${`${reason}${example}`.slice(0, LONGEST_REASON)}`
  })
  const more = failures.length - shown.length
  const items = more > 0 ? [...shown, `${count(more, 'other reason')}`] : shown
  return [{ kind: 'list', heading: 'Why rows failed', items }]
}
