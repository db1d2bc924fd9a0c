import type { Import } from '#contracts/imports'
import { Button } from '../../ui/button.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { rowsText, shareOf, speedText, stateTitle, timeLeftText } from './progress.ts'
import { breakdown, undoProgress } from './result-texts.ts'

interface ImportProgressProps {
  readonly item: Import
  readonly isBusy: boolean
  readonly onCancel: () => void
}

/** How far a file is. It goes on without anybody looking, so the dialog may be closed. */
export function ImportProgress({ item, isBusy, onCancel }: ImportProgressProps) {
  const share = shareOf(item)
  const isUndo = item.state === 'undoing'
  const soFar = [breakdown(item), item.failed > 0 ? `${item.failed.toLocaleString('en-US')} failed` : '']
    .filter((part) => part !== '')
    .join(', ')
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4" aria-hidden="true">
        <h3 className="text-xl">{stateTitle(item)}</h3>
        {share !== null && <span className="figures text-4xl font-bold">{Math.floor(share * 100)} %</span>}
      </div>
      <ProgressBar
        label={stateTitle(item)}
        share={share}
        text={isUndo ? stateTitle(item) : rowsText(item)}
        className="h-4"
      />
      {isUndo ? (
        <p className="text-sm text-soft">{undoProgress(item.undo)}</p>
      ) : (
        <dl className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-3">
          <DefinitionRow label="Read" value={rowsText(item)} />
          <DefinitionRow label="Speed" value={speedText(item) ?? '–'} />
          <DefinitionRow label="Time" value={timeLeftText(item) ?? 'Not known yet'} />
        </dl>
      )}
      {!isUndo && soFar !== '' && <p className="text-sm">So far: {soFar}.</p>}
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
        <p className="text-sm text-soft">You can close this window; it goes on, and the history shows it.</p>
        {!isUndo && (
          <Button variant="quiet" size="small" aria-disabled={isBusy} onClick={onCancel}>
            {isBusy ? 'Stopping...' : 'Cancel'}
          </Button>
        )}
      </div>
    </div>
  )
}

function DefinitionRow({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div className="flex gap-2 sm:grid sm:gap-0">
      <dt className="text-soft max-sm:w-14">{label}</dt>
      <dd className="font-semibold">{value}</dd>
    </div>
  )
}
