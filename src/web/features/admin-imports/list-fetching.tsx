import type { Supplier } from '#contracts/suppliers'
import { useMay } from '../../lib/staff-person.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FetchHistory } from './fetch-history.tsx'
import { SourceForm } from './source-form.tsx'

/** A supplier's list as it comes by itself: what came, and where from. */
export function ListFetching({
  supplier,
  onClose,
  onChanged,
  onOpen,
}: {
  readonly supplier: Supplier
  readonly onClose: () => void
  readonly onChanged: () => Promise<void>
  /** Shows an import. */
  readonly onOpen: (importId: string) => void
}) {
  const mayWrite = useMay('imports.write')
  return (
    <Dialog
      onClose={onClose}
      title={`Fetch the list of ${supplier.name}`}
      description={
        supplier.isKnown
          ? 'It is imported as the last one was. What does not fit waits for you.'
          : 'The first list waits for you to say what its columns are; the next ones are imported in the same way.'
      }
    >
      <div className="grid gap-6">
        {supplier.source !== null && <FetchHistory supplier={supplier} onOpen={onOpen} onFetched={onChanged} />}
        {mayWrite && <SourceForm supplier={supplier} onClose={onClose} onSaved={onChanged} />}
      </div>
    </Dialog>
  )
}
