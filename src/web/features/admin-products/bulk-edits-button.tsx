import { History } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../../lib/staff-person.ts'
import { Button } from '../../ui/button.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'

const PastBulkEdits = lazyDialog(() => import('./past-bulk-edits.tsx').then((module) => module.PastBulkEdits))

/** Opens the latest bulk edits. */
export function BulkEditsButton({ onChanged }: { readonly onChanged: () => void }) {
  const mayChange = useMay('products.write')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {mayChange && (
        <Button size="small" variant="quiet" onClick={() => setOpen(true)}>
          <History aria-hidden="true" className="size-4" />
          Bulk edits
        </Button>
      )}
      {isOpen && <PastBulkEdits onClose={() => setOpen(false)} onChanged={onChanged} />}
    </>
  )
}
