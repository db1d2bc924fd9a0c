import type { Outcome } from './deliver.ts'
import type { Documents } from './documents.ts'

const YEAR_MS = 365 * 86_400_000

/** What is made at random: numbers of documents and secrets of links. */
const RANDOM = /[\w-]{8}-(?:[\w-]{4}-){3}[\w-]{12}|[\w-]{43}|[0-9a-f]{24,}/g
const TIME = /"\$numberLong":"(\d{13})"/g
/** How long something took, about when it was written, and which of two jobs took the step that both ask for. */
const BY_CHANCE = /"(?:workedMs|changedIn)":\{[^}]*\}|"jobId":"[^"]*"/g
/** How often the row of an account that is closed was written. */
const WRITTEN = /"revision":\{[^}]*\}(?<="isClosed":true,.*)/g

/**
 * The text of a document without what is different on each day: what was made at random by a job, and what the database's
 * own clock said.
 * @param known everything made at random that was there before the jobs ran
 * @param dayBegan times long before it are of the database's own clock
 */
function comparable(text: string, known: ReadonlySet<string>, dayBegan: number): string {
  return text
    .replaceAll(RANDOM, (found) => (known.has(found) ? found : '(random)'))
    .replaceAll(BY_CHANCE, '(any)')
    .replaceAll(WRITTEN, '(any)')
    .replaceAll(TIME, (found, time: string) => (Number(time) < dayBegan - YEAR_MS ? '(now)' : found))
}

/** What only one of two lists has, told from where the first two texts of it part. */
function* differencesOf(what: string, expected: readonly string[], actual: readonly string[]): Generator<string> {
  const tooMuch = actual.toSorted()
  const missing = expected.filter((text) => {
    const at = tooMuch.indexOf(text)
    if (at !== -1) tooMuch.splice(at, 1)
    return at === -1
  })
  missing.sort()
  for (let i = 0; i < Math.max(missing.length, tooMuch.length); i += 1) {
    const [one = 'nothing', other = 'nothing'] = [missing[i], tooMuch[i]]
    let same = 0
    while (same < one.length && one[same] === other[same]) same += 1
    const part = (text: string) => text.slice(Math.max(0, same - 60), same + 100)
    yield `${what} ${one.slice(0, 60)}: …${part(one)}… became …${part(other)}…`
  }
}

/**
 * What became of a part of the day that was lived through once more.
 * @param part the database before its jobs ran, and what they left behind the first time
 * @param dayBegan times long before it are of the database's own clock
 * @returns one line for everything that is different
 */
export function* compare(
  { before, expected }: { readonly before: Documents; readonly expected: Outcome },
  actual: Outcome,
  dayBegan: number,
): Generator<string> {
  const all = [...before.values()].flatMap((rows) => [...rows.values()])
  const known = new Set(all.flatMap((text) => text.match(RANDOM) ?? []))
  const same = (texts: Iterable<string>) => Array.from(texts, (text) => comparable(text, known, dayBegan))
  for (const name of new Set([...expected.documents.keys(), ...actual.documents.keys()])) {
    const rows = ({ documents }: Outcome) => same(documents.get(name)?.values() ?? [])
    yield* differencesOf(name, rows(expected), rows(actual))
  }
  yield* differencesOf('enqueued', same(expected.enqueued), same(actual.enqueued))
  yield* differencesOf('mails', expected.mails, actual.mails)
}
