import type { mongo } from 'mongoose'
import type { Collection } from '../database/database.ts'
import type { OutboxRow } from './outbox-row.ts'

/** Replaces an identifier of a person who was erased. */
const ERASED = '[erased]'
/** Their jobs are mails to one person each. */
const MAIL_QUEUES: ReadonlySet<string> = new Set(['urgent-mail', 'mail'])
/** What stands around addresses and ids in the errors of mail servers and databases; kept by `split`. */
const SEPARATORS_IN_ERRORS = /([\s<>()[\]{}"',;:]+)/

/** What is changed of a row: null deletes it. */
interface Erasure {
  readonly which: mongo.Filter<OutboxRow>
  readonly set: Partial<OutboxRow> | null
}

/**
 * Erases a person from jobs: mails to the person are deleted, in other jobs and in the errors of all jobs the identifiers
 * are blanked. Only a text that is an identifier, or has one in an error, is touched: a mail to somebody else stays as it
 * is. A job that runs ends as it will, but leaves no more of the person than the others: a mail that was deleted is lost to
 * its process, and any error that is still to come is written without addresses.
 * @param rows the outbox
 * @param identifiers what is the person's alone: their proved email address, their account's number
 * @param isDue asked between finding and erasing, so that nothing is erased that was written since it could say no
 */
export async function eraseInOutbox(
  rows: Collection<OutboxRow>,
  identifiers: readonly string[],
  isDue: () => Promise<boolean> = () => Promise.resolve(true),
): Promise<void> {
  const own = new Set(identifiers.map((text) => text.toLowerCase()))
  // Before the errors are read: what ends in between has written its own by then.
  await rows.updateMany({ status: 'active' }, { $set: { hidesAddresses: true } })
  const found = [...(await payloadsWith(rows, own)), ...(await errorsWith(rows, own))]
  if (found.length === 0 || !(await isDue())) return
  for (const { which, set } of found)
    await (set === null ? rows.deleteOne(which) : rows.updateOne(which, { $set: set }))
}

async function payloadsWith(rows: Collection<OutboxRow>, own: ReadonlySet<string>): Promise<readonly Erasure[]> {
  const found: Erasure[] = []
  const which = { status: { $ne: 'done' } } as const
  for await (const { _id, queue, payload } of rows.find(which, { projection: { queue: 1, payload: 1 } })) {
    const rest = withoutTexts(payload, own)
    if (JSON.stringify(rest) === JSON.stringify(payload)) continue
    found.push({ which: { _id, ...which }, set: MAIL_QUEUES.has(queue) ? null : { payload: rest } })
  }
  return found
}

async function errorsWith(rows: Collection<OutboxRow>, own: ReadonlySet<string>): Promise<readonly Erasure[]> {
  const found: Erasure[] = []
  for await (const { _id, lastError } of rows.find({ lastError: { $ne: null } }, { projection: { lastError: 1 } })) {
    const rest = (lastError ?? '')
      .split(SEPARATORS_IN_ERRORS)
      .map((text) => (own.has(text.toLowerCase()) ? ERASED : text))
      .join('')
    if (rest !== lastError) found.push({ which: { _id, lastError }, set: { lastError: rest } })
  }
  return found
}

/** The same plain value with every string blanked that is one of these, in whatever letter case. */
function withoutTexts(value: unknown, texts: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return texts.has(value.toLowerCase()) ? ERASED : value
  if (Array.isArray(value)) return value.map((each) => withoutTexts(each, texts))
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutTexts(each, texts)]))
}
