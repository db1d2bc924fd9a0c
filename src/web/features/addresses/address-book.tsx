import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { SavedAddress } from '#contracts/account'
import type { User } from '#contracts/identity'
import { errorMessage } from '../../lib/error-message.ts'
import { useAction } from '../../lib/use-action.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { Async } from '../../ui/async.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { useFocusWhenFewer } from '../../ui/use-focus-when-fewer.ts'
import { AddressCard, describeAddress } from './address-card.tsx'
import { useAddresses } from './use-addresses.ts'

const AddressDialog = lazyDialog(() => import('./address-dialog.tsx').then((module) => module.AddressDialog))

/** The customer's addresses: add, change, delete, and which one the checkout begins with. */
export function AddressBook({ user }: { readonly user: User }) {
  const book = useAddresses(user.id)
  const [editing, setEditing] = useState<SavedAddress | 'new' | null>(null)
  const [deleting, setDeleting] = useState<SavedAddress | null>(null)

  const heading = useRef<HTMLHeadingElement>(null)
  // While the question is open, the focus is there.
  useFocusWhenFewer(deleting === null ? book.data?.length : undefined, heading)

  const {
    run: makeDefault,
    isBusy: isChanging,
    doing: changing,
  } = useAction(async (address: SavedAddress) => {
    await book.makeDefault(address)
    toast({ title: 'Default address changed' })
  }, sayNotChanged)
  const { run: remove, isBusy: isDeleting } = useAction(async (address: SavedAddress) => {
    await book.remove(address.id)
    // Meanwhile the question may be about another.
    setDeleting((now) => (now === address ? null : now))
    toast({ title: 'Address deleted' })
  }, sayNotChanged)

  return (
    <section aria-labelledby="addresses-title" className="sheet p-5 sm:p-7">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h2 ref={heading} id="addresses-title" tabIndex={-1} className="text-2xl">
          Addresses
        </h2>
        <Button variant="quiet" size="small" onClick={() => setEditing('new')}>
          <Plus aria-hidden="true" className="size-4" />
          Add Address
        </Button>
      </div>
      <Async
        data={book.data}
        error={book.error}
        errorMessage="Your addresses could not be loaded just now."
        onRetry={book.retry}
        loading={<Skeleton className="h-32" />}
        isEmpty={(list) => list.length === 0}
        empty={<p className="text-soft">No addresses yet. The first one you add fills in the checkout by itself.</p>}
      >
        {(list) => (
          <ul className="grid gap-4 sm:grid-cols-2">
            {list.map((address) => (
              <AddressCard
                key={address.id}
                address={address}
                onEdit={setEditing}
                onDelete={setDeleting}
                onMakeDefault={makeDefault}
                isChanging={isChanging}
                isBecomingDefault={changing?.id === address.id}
              />
            ))}
          </ul>
        )}
      </Async>
      {editing !== null && (
        <AddressDialog
          address={editing === 'new' ? null : editing}
          customer={user}
          onSave={(form) => (editing === 'new' ? book.add(form) : book.save(editing.id, form))}
          onClose={() => setEditing(null)}
        />
      )}
      {deleting !== null && (
        <DeleteAddressDialog
          address={deleting}
          isDeleting={isDeleting}
          onDelete={() => remove(deleting)}
          onClose={() => setDeleting(null)}
        />
      )}
    </section>
  )
}

interface DeleteAddressDialogProps {
  readonly address: SavedAddress
  readonly isDeleting: boolean
  readonly onDelete: () => void
  readonly onClose: () => void
}

function DeleteAddressDialog({ address, isDeleting, onDelete, onClose }: DeleteAddressDialogProps) {
  return (
    <Dialog onClose={onClose} title="Delete this address?" description={describeAddress(address)}>
      <div className="mt-2 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="quiet" onClick={onClose}>
          Keep Address
        </Button>
        <Button onClick={onDelete} aria-disabled={isDeleting}>
          {isDeleting ? 'Deleting...' : 'Delete Address'}
        </Button>
      </div>
    </Dialog>
  )
}

function sayNotChanged(error: unknown): null {
  toast({
    title: 'Address not changed',
    description: errorMessage(error, 'Something went wrong. Please try again.'),
    variant: 'destructive',
  })
  return null
}
