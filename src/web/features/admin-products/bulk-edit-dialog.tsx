import { useState } from 'react'
import { NEW_BULK_EDIT_PATH } from '#contracts/staff-paths'
import type { BulkEditBody } from '#contracts/bulk-edits'
import { api } from '../../lib/api-client.ts'
import { formatCount } from '../../lib/format.ts'
import { useAction } from '../../lib/use-action.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { BulkEditForm } from './bulk-edit-form.tsx'
import { BulkEditProgress } from './bulk-edit-progress.tsx'

interface BulkEditDialogProps {
  /** The products, or the filters of the table that finds them. */
  readonly choice: Pick<BulkEditBody, 'ids' | 'found'>
  readonly count: number
  readonly onClose: () => void
  readonly onChanged: () => void
}

/** Changes many products at once: what, a preview of it, how far it is, and its undo. */
export function BulkEditDialog({ choice, count, onClose, onChanged }: BulkEditDialogProps) {
  const [id, setId] = useState<string | null>(null)
  // The table may find others by the time that these are changed.
  const [chosen] = useState({ choice, count })
  const preview = useAction<BulkEditBody['edit']>(async (edit) => {
    const bulkEdit = await api(NEW_BULK_EDIT_PATH, { method: 'POST', body: { ...chosen.choice, edit } })
    setId(bulkEdit.id)
  }, 'The preview could not be made.')

  return (
    <Dialog onClose={onClose} title={`Edit ${formatCount(chosen.count, 'product')}`} className="sm:max-w-2xl">
      {/* The form keeps what was chosen while its preview is shown. */}
      <div hidden={id !== null}>
        <BulkEditForm isBusy={preview.isBusy} problem={preview.problem} onPreview={preview.run} onCancel={onClose} />
      </div>
      {id !== null && (
        <BulkEditProgress key={id} id={id} onBack={() => setId(null)} onClose={onClose} onChanged={onChanged} />
      )}
    </Dialog>
  )
}
