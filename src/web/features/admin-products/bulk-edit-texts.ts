import type { BulkEdit } from '#contracts/bulk-edits'
import { errorMessage } from '../../lib/error-message.ts'
import { formatCount } from '../../lib/format.ts'

type Counts = Pick<BulkEdit, 'state' | 'matched' | 'done' | 'changed' | 'refused' | 'left'>

/** What a bulk edit changes, or has changed, and what had it already or was not reached. */
export function outcomeText({ state, matched, done, changed, refused, left }: Counts): string {
  const isStopped = state === 'stopped'
  const unchanged = (isStopped ? done : matched) - changed - refused - left
  const unreached = isStopped ? matched - done : 0
  return [
    ...(isStopped ? ['Stopped.'] : []),
    isStopped || state === 'finished'
      ? changed === 0
        ? 'No product was changed.'
        : `${formatCount(changed, 'product was', 'products were')} changed.`
      : changed === 0
        ? 'Nothing would change.'
        : `${formatCount(changed, 'product changes', 'products change')}.`,
    ...(unchanged > 0 ? [`${formatCount(unchanged, 'product has', 'products have')} it already.`] : []),
    ...(unreached > 0 ? [`${formatCount(unreached, 'product was', 'products were')} not reached.`] : []),
  ].join(' ')
}

/** What the undo of a bulk edit has done. */
export function undoneText(restored: number): string {
  return restored === 0
    ? 'No product was changed back.'
    : `${formatCount(restored, 'product has its', 'products have their')} old values again.`
}

/** What a press does with a bulk edit. */
export type BulkEditStep = 'start' | 'stop' | 'undo'

const NOT_TAKEN: Readonly<Record<BulkEditStep, string>> = {
  start: 'The products could not be changed.',
  stop: 'The bulk edit could not be stopped.',
  undo: 'The bulk edit could not be undone.',
}

/** Why a step was not taken. */
export function problemText(error: unknown, step: BulkEditStep): string {
  return errorMessage(error, NOT_TAKEN[step])
}
