import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { Difference } from '../product-draft.ts'

interface ConflictDialogProps {
  readonly productName: string
  readonly differences: readonly Difference[]
  /** Back to the form, with what was typed upon what stands in the shop now. */
  readonly onKeepEditing: () => void
  readonly onTakeTheirs: () => void
  readonly onSaveMine: () => void
}

/** Somebody else edited the product meanwhile: shows both, and nobody's edit is lost unseen (design, section 7). */
export function ConflictDialog({ productName, differences, onKeepEditing, onTakeTheirs, onSaveMine }: ConflictDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => { if (!open) onKeepEditing() }}
      title="Edited meanwhile"
      description={`Somebody else changed ${productName} since you opened it. Nothing of yours was saved yet.`}
      className="sm:max-w-2xl"
    >
      {differences.length === 0 ? <p>What stands in the shop now is the same as what you typed.</p> : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
        <div role="region" aria-label="Both versions" tabIndex={0} className="overflow-x-auto rounded border border-line">
          <table className="w-full min-w-[32rem] text-sm">
            <thead>
              <tr className="bg-wash text-left text-xs">
                <th scope="col" className="px-3 py-2">Field</th>
                <th scope="col" className="px-3 py-2">In the shop now</th>
                <th scope="col" className="px-3 py-2">Yours</th>
              </tr>
            </thead>
            <tbody>
              {differences.map(({ field, label, theirs, mine, isContested }) => (
                <tr key={field} className="border-t border-line align-top">
                  <th scope="row" className="px-3 py-2 text-left">
                    {label}
                    {isContested && <Badge tone="mark" className="ml-2">both changed</Badge>}
                  </th>
                  <td className="px-3 py-2 wrap-anywhere">{theirs}</td>
                  <td className="px-3 py-2 wrap-anywhere">{mine}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="ghost" onClick={onTakeTheirs}>Drop my edits</Button>
        <Button variant="quiet" onClick={onKeepEditing}>Keep editing</Button>
        <Button onClick={onSaveMine}>Save my edits over it</Button>
      </div>
    </Dialog>
  )
}
