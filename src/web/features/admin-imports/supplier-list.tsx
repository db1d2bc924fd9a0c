import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Supplier } from '#contracts/suppliers'
import { errorMessage } from '../../lib/error-message.ts'
import { readEvery } from '../../lib/read-every.ts'
import { useMay } from '../../lib/staff-person.ts'
import { useAction } from '../../lib/use-action.ts'
import { SHARED_WITH_OTHERS, useRead } from '../../lib/use-read.ts'
import { Async } from '../../ui/async.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { Alert } from '../../ui/note.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useFocusWhenFewer } from '../../ui/use-focus-when-fewer.ts'
import { useWhileShown } from '../../ui/use-while-shown.ts'
import { deleteSupplier, SUPPLIERS_PATH } from './import-calls.ts'
import { SupplierItem } from './supplier-item.tsx'
import { useOpenImport } from './use-import.ts'

const SupplierDialog = lazyDialog(() => import('./supplier-dialog.tsx').then((module) => module.SupplierDialog))

const ListFetching = lazyDialog(() => import('./list-fetching.tsx').then((module) => module.ListFetching))
/** How often the list is read again while a fetch is under way, and else for what comes by itself, in ms. */
const READ_AGAIN_MS = 2000
const READ_IDLE_MS = 30_000

/** Who sends price lists, and how the shop deals with what they send. */
export function SupplierList() {
  const { data, error, retry } = useRead(SUPPLIERS_PATH, {
    ...SHARED_WITH_OTHERS,
    ...readEvery((latest) =>
      latest?.some(({ latestFetch }) => latestFetch?.state === 'under-way') ? READ_AGAIN_MS : READ_IDLE_MS,
    ),
  })
  const [, openImport] = useOpenImport()
  /** The id of the supplier whose fetching is shown: what is known of them is read again. */
  const [fetchingId, setFetchingId] = useState<string | null>(null)
  const fetching = data?.find(({ id }) => id === fetchingId)
  const mayWrite = useMay('imports.write')
  /** Null for a new one. */
  const [editing, setEditing] = useState<Supplier | null | undefined>(undefined)
  const [deleting, setDeleting] = useState<Supplier | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusWhenFewer(data?.length, heading)
  return (
    <section className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="grid gap-1">
          <h2 ref={heading} tabIndex={-1} className="text-xl">
            Suppliers
          </h2>
          <p className="max-w-[70ch] text-sm text-soft">
            A supplier keeps its columns, groups and price rule. Their next list is known by the names of its columns.
          </p>
        </div>
        {mayWrite && (
          <Button variant="quiet" size="small" onClick={() => setEditing(null)}>
            <Plus aria-hidden="true" className="size-4" />
            Add supplier
          </Button>
        )}
      </div>
      <Async
        data={data}
        error={error}
        errorMessage="The suppliers could not be read."
        onRetry={retry}
        loading={<Skeleton className="h-16" />}
        isEmpty={(suppliers) => suppliers.length === 0}
        empty={
          <p className="sheet px-4 py-5 text-sm text-soft">
            No suppliers yet. Add one, or do it while a list is checked.
          </p>
        }
      >
        {(suppliers) => (
          <ul className="sheet divide-y divide-line">
            {suppliers.map((supplier) => (
              <SupplierItem
                key={supplier.id}
                supplier={supplier}
                onFetch={() => setFetchingId(supplier.id)}
                onDelete={() => setDeleting(supplier)}
                onEdit={() => setEditing(supplier)}
              />
            ))}
          </ul>
        )}
      </Async>
      {editing !== undefined && (
        <SupplierDialog supplier={editing} onClose={() => setEditing(undefined)} onSaved={() => retry()} />
      )}
      {fetching !== undefined && (
        <ListFetching
          supplier={fetching}
          onClose={() => setFetchingId(null)}
          onChanged={() => retry()}
          onOpen={(importId) => {
            setFetchingId(null)
            openImport(importId)
          }}
        />
      )}
      {deleting !== null && (
        <DeleteSupplier supplier={deleting} onClose={() => setDeleting(null)} onDeleted={() => retry()} />
      )}
    </section>
  )
}

function DeleteSupplier({
  supplier: { id, name },
  onClose,
  onDeleted,
}: {
  readonly supplier: Supplier
  readonly onClose: () => void
  readonly onDeleted: () => Promise<void>
}) {
  const closeAfter = useWhileShown(onClose)
  const { run, isBusy, problem } = useAction(
    async () => {
      await deleteSupplier(id)
      closeAfter()
      await onDeleted()
    },
    (error) => errorMessage(error, 'The supplier could not be deleted.'),
  )
  return (
    <Dialog
      onClose={onClose}
      title={`Delete ${name}?`}
      description="Their products stay. The shop forgets how their lists are read and fetched, and which products came from them."
    >
      <div className="grid gap-4">
        <Alert message={problem} />
        <div className="dialog-buttons">
          <Button variant="quiet" onClick={onClose}>
            Keep supplier
          </Button>
          <Button aria-disabled={isBusy} onClick={() => run()}>
            {isBusy ? 'One moment...' : 'Delete supplier'}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
