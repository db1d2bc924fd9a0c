import type { Import } from '#contracts/imports'
import { formatCount } from '../../lib/format.ts'

type Progress = Pick<
  Import,
  'state' | 'rowsRead' | 'rowsTotal' | 'rowsPerSecond' | 'secondsLeft' | 'created' | 'updated' | 'undo'
>

const UNDER_WAY: readonly Import['state'][] = ['previewing', 'queued', 'running', 'undoing']

/** Does somebody still work on it? */
export function isUnderWay({ state }: Pick<Import, 'state'>): boolean {
  return UNDER_WAY.includes(state)
}

/** Was it stopped before anything was written? Then its counts are of rows that were only read. */
export function hasWrittenNothing({ preview, state }: Pick<Import, 'preview' | 'state'>): boolean {
  return preview && (state === 'cancelled' || state === 'failed')
}

/** How much of the file is read, or of what it wrote is taken back, from 0 to 1; null before anybody knows. */
export function shareOf({ state, rowsRead, rowsTotal, created, updated, undo }: Progress): number | null {
  if (state === 'undoing')
    return undo === null
      ? null
      : Math.min(1, (undo.removed + undo.restored + undo.keptCount) / Math.max(1, created + updated))
  if (state === 'queued' || rowsTotal === null || rowsTotal === 0) return null
  return Math.min(1, rowsRead / rowsTotal)
}

/** "1,200 of 50,000 rows". */
export function rowsText({ rowsRead, rowsTotal }: Progress): string {
  return rowsTotal === null
    ? formatCount(rowsRead, 'row')
    : `${rowsRead.toLocaleString('en-US')} of ${formatCount(rowsTotal, 'row')}`
}

/** "2,140 rows per second"; null before the first ones. */
export function speedText({ rowsPerSecond }: Progress): string | null {
  return rowsPerSecond > 0 ? `${formatCount(Math.round(rowsPerSecond), 'row')} per second` : null
}

/** "About 20 seconds left"; null while it is unknown. Rounded, so that it does not flicker. */
export function timeLeftText({ secondsLeft }: Progress): string | null {
  if (secondsLeft === null) return null
  if (secondsLeft < 5) return 'A few seconds left'
  if (secondsLeft < 60) return `About ${Math.ceil(secondsLeft / 5) * 5} seconds left`
  return `About ${formatCount(Math.ceil(secondsLeft / 60), 'minute')} left`
}

const STATE_TITLES: Readonly<Record<Import['state'], string>> = {
  mapping: 'Columns to check',
  previewing: 'Reading the file',
  previewed: 'Ready to start',
  queued: 'Waiting to start',
  running: 'Importing',
  finished: 'Import Complete',
  cancelled: 'Import cancelled',
  failed: 'Import stopped',
  undoing: 'Undoing the import',
  undone: 'Import undone',
}

/** What goes on, for a heading. */
export function stateTitle({ state }: Pick<Import, 'state'>): string {
  return STATE_TITLES[state]
}

/** Of one whose rows were only read. */
export const NOTHING_WRITTEN = 'It was stopped while the file was read, so nothing was written.'

/** What is said aloud: changes at each quarter and at the end, since every row would be noise. */
export function announcementOf(item: Progress & Pick<Import, 'preview' | 'unchanged' | 'failed'>): string {
  const share = shareOf(item)
  if (isUnderWay(item)) {
    const quarter = share === null ? 0 : Math.floor(share * 4) * 25
    return quarter === 0 ? stateTitle(item) : `${stateTitle(item)}, ${quarter} percent`
  }
  if (item.state === 'mapping') return 'The columns of the file are to be checked'
  if (item.state === 'previewed') {
    const { created, updated, failed } = item
    const counts = [...countOf(created, 'new'), ...countOf(updated, 'changed'), ...countOf(failed, 'failed')]
    return `The file is read: ${counts.length === 0 ? 'nothing to import' : counts.join(', ')}`
  }
  if (hasWrittenNothing(item)) return `${stateTitle(item)}. ${NOTHING_WRITTEN}`
  const counts = [
    ...countOf(item.created + item.updated + item.unchanged, 'successful'),
    ...countOf(item.failed, 'failed'),
  ]
  return `The end: ${counts.length === 0 ? 'no row was imported' : counts.join(', ')}`
}

/** "1,200 new", or nothing: what did not happen is not named. */
export function countOf(count: number, word: string): readonly string[] {
  return count === 0 ? [] : [`${count.toLocaleString('en-US')} ${word}`]
}
