import { Button } from '../../ui/button.tsx'
import { PhoneLabel } from '../../ui/data-table.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { RebasedDraft } from './product-draft.ts'
import { ScrollRegion } from '../../ui/scroll-region.tsx'

interface ConflictDialogProps extends Pick<RebasedDraft, 'contested' | 'onlyTheirs'> {
  readonly productName: string
  /** Returns to the form, with what was typed on top of the shop's current version. */
  readonly onKeepEditing: () => void
  readonly onTakeTheirs: () => void
  readonly onSaveMine: () => void
}

/**
 * Somebody else edited the product at the same time. Shows both versions of what both changed, so that no edit is lost
 * unseen.
 */
export function ConflictDialog({
  productName,
  contested,
  onlyTheirs,
  onKeepEditing,
  onTakeTheirs,
  onSaveMine,
}: ConflictDialogProps) {
  return (
    <Dialog
      onClose={onKeepEditing}
      title="Edited meanwhile"
      description={`Somebody else changed ${productName} since you opened it. Nothing of yours was saved yet.`}
      className="sm:max-w-2xl"
    >
      {contested.length === 0 ? (
        <p>Your edits are in other fields than theirs, so both can stay.</p>
      ) : (
        <ScrollRegion label="Both versions" className="overflow-x-auto rounded border border-line">
          <table className="w-full text-sm max-sm:block sm:min-w-[32rem]">
            <thead className="max-sm:sr-only">
              <tr className="bg-wash text-left text-xs">
                <th scope="col" className="px-3 py-2">
                  Field
                </th>
                <th scope="col" className="px-3 py-2">
                  In the shop now
                </th>
                <th scope="col" className="px-3 py-2">
                  Yours
                </th>
              </tr>
            </thead>
            <tbody className="max-sm:block">
              {contested.map(({ field, label, theirs, mine }) => (
                <tr
                  key={field}
                  className="border-line align-top max-sm:block max-sm:border-b max-sm:p-3 max-sm:last:border-b-0 sm:border-t"
                >
                  <th scope="row" className="text-left max-sm:block sm:px-3 sm:py-2">
                    {label}
                  </th>
                  <td className="wrap-anywhere max-sm:mt-2 max-sm:block sm:px-3 sm:py-2">
                    <PhoneLabel className="block">In the shop now</PhoneLabel>
                    {theirs}
                  </td>
                  <td className="wrap-anywhere max-sm:mt-2 max-sm:block sm:px-3 sm:py-2">
                    <PhoneLabel className="block">Yours</PhoneLabel>
                    {mine}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      {onlyTheirs.length > 0 && (
        <p className="mt-4 text-sm text-soft">Only they changed, and it stays: {onlyTheirs.join(', ')}.</p>
      )}
      <div className="mt-6 dialog-buttons">
        <Button variant="ghost" onClick={onTakeTheirs}>
          Drop my edits
        </Button>
        <Button variant="quiet" onClick={onKeepEditing}>
          Keep editing
        </Button>
        <Button onClick={onSaveMine}>{contested.length === 0 ? 'Save my edits, too' : 'Save my edits over it'}</Button>
      </div>
    </Dialog>
  )
}
