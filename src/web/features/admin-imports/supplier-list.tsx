import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { Supplier } from '#contracts/suppliers'
import { errorMessage } from '../../lib/error-message.ts'
import { formatCount } from '../../lib/format.ts'
import { useMay } from '../../lib/staff-person.ts'
import { useAction } from '../../lib/use-action.ts'
import { SHARED_WITH_OTHERS, useRead } from '../../lib/use-read.ts'
import { Async } from '../../ui/async.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { Alert } from '../../ui/note.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { deleteSupplier, SUPPLIERS_PATH } from './import-calls.ts'
import { fetchingText, rulesText } from './supplier-texts.ts'
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
    refreshInterval: (latest) =>
      latest?.some(({ latestFetch }) => latestFetch?.state === 'under-way') ? READ_AGAIN_MS : READ_IDLE_MS,
  })
  const [, openImport] = useOpenImport()
  /** The id of the supplier whose fetching is shown: what is known of them is read again. */
  const [fetchingId, setFetchingId] = useState<string | null>(null)
  const fetching = data?.find(({ id }) => id === fetchingId)
  const mayWrite = useMay('imports.write')
  /** Null for a new one. */
  const [editing, setEditing] = useState<Supplier | null | undefined>(undefined)
  const [deleting, setDeleting] = useState<Supplier | null>(null)
  return (
    <section className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="grid gap-1">
          <h2 className="text-xl">Suppliers</h2>
          <p className="max-w-[70ch] text-sm text-soft">
            A supplier keeps its columns, groups and price rule. Their next list is known by the names of its columns.
          </p>
        </div>
        {mayWrite && (
          <Button variant="quiet" size="small" onClick={() => setEditing(null)}>
            <Plus aria-hidden="true" className="size-4" />
            Add Supplier
          </Button>
        )}
      </div>
      <Async
        data={data}
        error={error}
        errorMessage="The suppliers could not be read."
        onRetry={() => void retry()}
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
              <li key={supplier.id} className="flex flex-wrap items-center gap-x-5 gap-y-2 px-4 py-3 sm:px-5">
                <div className="min-w-0 flex-1 basis-60">
                  <h3 className="text-base font-semibold wrap-anywhere">{supplier.name}</h3>
                  <p className="text-sm text-soft">{rulesText(supplier)}</p>
                  <FetchingLine supplier={supplier} />
                </div>
                <p className="text-sm">
                  {supplier.isKnown ? formatCount(supplier.products, 'product') : 'No list imported yet'}
                </p>
                <div className="flex flex-wrap gap-1">
                  {(mayWrite || supplier.source !== null) && (
                    <Button
                      variant="quiet"
                      size="small"
                      aria-label={`Fetch list of ${supplier.name}`}
                      onClick={() => setFetchingId(supplier.id)}
                    >
                      Fetch list
                    </Button>
                  )}
                  {mayWrite && (
                    <Button
                      variant="ghost"
                      size="small"
                      aria-label={`Delete ${supplier.name}`}
                      onClick={() => setDeleting(supplier)}
                    >
                      Delete
                    </Button>
                  )}
                  {mayWrite && (
                    <Button
                      variant="quiet"
                      size="small"
                      aria-label={`Edit ${supplier.name}`}
                      onClick={() => setEditing(supplier)}
                    >
                      Edit
                    </Button>
                  )}
                </div>
              </li>
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

/** Whether the list comes by itself, and what came of the last time. */
function FetchingLine({ supplier }: { readonly supplier: Supplier }) {
  const text = fetchingText(supplier)
  const state = supplier.latestFetch?.state
  if (text === null) return null
  return (
    <p className={`text-sm ${state === 'failed' || state === 'waits' ? 'font-semibold text-magenta' : 'text-soft'}`}>
      {text}
    </p>
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
  const { run, isBusy, problem } = useAction(
    async () => {
      await deleteSupplier(id)
      onClose()
      await onDeleted()
    },
    (error) => errorMessage(error, 'The supplier could not be deleted.'),
  )
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title={`Delete ${name}?`}
      description="Their products stay. The shop forgets how their lists are read and fetched, and which products came from them."
    >
      <div className="grid gap-4">
        <Alert message={problem} />
        <div className="dialog-buttons">
          <Button variant="quiet" onClick={onClose}>
            Keep Supplier
          </Button>
          <Button disabled={isBusy} onClick={() => run()}>
            {isBusy ? 'One moment...' : 'Delete Supplier'}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
