import type { Import, ImportRow } from '#contracts/imports'
import { formatCount } from '../../lib/format.ts'
import { seenText } from '../../lib/seen-text.ts'
import { shopNow } from '../../lib/shop-clock.ts'
import type { ToastMessage } from '../../ui/toast.tsx'
import { countOf, hasWrittenNothing } from './progress.ts'

type Kept = Pick<Import, 'keptUntil'>
type Supplied = Pick<Import, 'supplier'>
type Counts = Pick<
  Import,
  'mode' | 'state' | 'preview' | 'created' | 'updated' | 'unchanged' | 'skipped' | 'failed' | 'left'
>

/** How many errors are named in the result panel (specification 2, section 8). */
export const ERRORS_SHOWN = 5
/** A failed row is named with a status, as if it had been sent by itself: understood, but not to be carried out. */
const ROW_REFUSED = 422

/** Rows that are in the catalog as the file has them. */
export function successfulOf(item: Counts): number {
  return hasWrittenNothing(item) ? 0 : item.created + item.updated + item.unchanged
}

/** The toasts at the end of an import (specification 2, section 8). */
export function finishToasts(counts: Counts): readonly ToastMessage[] {
  if (counts.state === 'failed')
    return [{ title: 'Upload failed', description: 'Failed to process CSV file', variant: 'destructive' }]
  if (counts.state !== 'finished') return []
  const successful = successfulOf(counts)
  const toasts: ToastMessage[] = []
  if (successful > 0 || counts.failed === 0)
    toasts.push({
      title: 'Upload completed',
      description: `Successfully imported ${successful} products. Refreshing product list...`,
    })
  if (counts.failed > 0)
    toasts.push({
      title: 'Some imports failed',
      description: `${counts.failed} products failed to import`,
      variant: 'destructive',
    })
  return toasts
}

/** 'Failed to create "HP LaserJet": 422 Price is not a number. (line 12)' (specification 2, section 8). */
export function errorText(row: Pick<ImportRow, 'line' | 'name' | 'reason'>, mode: Import['mode']): string {
  const verb = mode === 'create' ? 'create' : 'import'
  const what = row.name === '' ? `line ${row.line}` : `"${row.name}"`
  const where = row.name === '' ? '' : ` (line ${row.line})`
  return seenText(`Failed to ${verb} ${what}: ${ROW_REFUSED} ${row.reason ?? 'no reason was noted.'}${where}`)
}

/** '... and 12 more errors'; null when all are named. */
export function moreErrorsText(failed: number): string | null {
  return failed > ERRORS_SHOWN ? `... and ${failed - ERRORS_SHOWN} more errors` : null
}

/** "120 new, 30 changed, 5 unchanged, 2 skipped", without what did not happen. */
export function breakdown(item: Counts): string {
  if (hasWrittenNothing(item)) return ''
  const { state, created, updated, unchanged, skipped, left } = item
  return [
    ...countOf(created, 'new'),
    ...countOf(updated, 'changed'),
    ...countOf(unchanged, 'unchanged'),
    ...countOf(skipped, 'skipped'),
    ...(state === 'previewed' ? [] : countOf(left, 'left the list')),
  ].join(', ')
}

/** Are its file and rows still there? They are kept for a while and promised until then. */
export function isKept({ keptUntil }: Kept, now = shopNow()): boolean {
  return Date.parse(keptUntil) > now
}

/** Can what it wrote be taken back? A supplier's list also noted which products are on it, changed or not. */
export function canUndo(
  { preview, state, created, updated, left, unchanged, supplier, keptUntil }: Counts & Kept & Supplied,
  now = shopNow(),
): boolean {
  return (
    !preview &&
    isKept({ keptUntil }, now) &&
    (state === 'finished' || state === 'cancelled' || state === 'failed') &&
    created + updated + left + (supplier === null ? 0 : unchanged) > 0
  )
}

/** Why an undo that was asked for is not possible any more, when somebody else was faster or time has passed; else null. */
export function undoObstacle(item: Counts & Kept & Supplied, now = shopNow()): string | null {
  if (canUndo(item, now)) return null
  if (item.state === 'undoing') return 'Somebody else is undoing this import already.'
  return item.state === 'undone' ? 'Somebody else has undone this import.' : 'This import can no longer be undone.'
}

/** By how many percent of the original price a row's price is lower (a discount); negative shows that the two may be swapped. */
export function discountOf(changes: ImportRow['changes']): number | null {
  const valueOf = (name: string) => Number(changes.find(({ field }) => field === name)?.after ?? 0)
  const [price, original] = [valueOf('price'), valueOf('originalPrice')]
  return price > 0 && original > 0 ? Math.round(((original - price) / original) * 100) : null
}

/** What an undo will do, before it is done. */
export function undoQuestion({ created, updated, left, supplier }: Counts & Supplied): string {
  const parts = [
    ...(created > 0 ? [`${formatCount(created, 'new product is', 'new products are')} removed`] : []),
    ...(updated + left > 0
      ? [`${formatCount(updated + left, 'changed product gets its', 'changed products get their')} old values back`]
      : []),
  ]
  const sold = [
    ...(created > 0 ? ['new ones that were sold or reviewed'] : []),
    ...(updated + left > 0 ? ['those whose stock was set by the list and has changed since'] : []),
  ]
  return [
    ...(parts.length === 0
      ? ['It changed no product, and none changes now.']
      : [
          `${parts.join(' and ')}.`,
          `Products that were edited since stay as they are, and are named; so do ${sold.join(' and ')}.`,
        ]),
    ...(supplier === null ? [] : [`The next list of ${supplier.name} is read as if this one had never come.`]),
  ].join(' ')
}

/** What an undo has done, without what did not happen. */
export function undoResult({ removed, restored, keptCount }: NonNullable<Import['undo']>): string {
  const part = (count: number, words: string) => (count === 0 ? [] : [`${formatCount(count, 'product')} ${words}`])
  const parts = [
    ...part(removed, 'removed'),
    ...part(restored, 'put back'),
    ...part(keptCount, 'kept because of later changes'),
  ]
  return parts.length === 0 ? 'No product was changed back.' : `${parts.join(', ')}.`
}

/** How far an undo is. */
export function undoProgress(undo: Import['undo']): string {
  const done = undo === null ? 0 : undo.removed + undo.restored
  return done === 0 ? 'From the last row to the first.' : `${formatCount(done, 'product')} taken back so far.`
}

/** What a file that was only read would write: "1 product would be written: 1 new." */
export function previewText(item: Pick<Import, 'created' | 'updated' | 'failed' | 'skipped'>): {
  readonly written: string
  readonly rest: string
} {
  const { created, updated } = item
  const leftOut = item.failed + item.skipped
  const kinds = [...countOf(created, 'new'), ...countOf(updated, 'changed')]
  return {
    written: created + updated === 0 ? 'No product' : formatCount(created + updated, 'product'),
    rest:
      ` would be written${kinds.length === 0 ? '' : `: ${kinds.join(', ')}`}.` +
      (leftOut > 0 ? ` ${formatCount(leftOut, 'row')} would be left out.` : '') +
      ' Nothing is written yet.',
  }
}
