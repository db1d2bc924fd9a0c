import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { SavedAddress } from '#contracts/account'
import type { User } from '#contracts/identity'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { Async } from '../../ui/async.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { addressForm } from './address-form.ts'
import { useAddresses } from './use-addresses.ts'

const AddressDialog = lazyDialog(() => import('./address-dialog.tsx').then((module) => module.AddressDialog))

/** The customer's addresses: add, change, delete, and which one the checkout begins with. */
export function AddressBook({ user }: { readonly user: User }) {
  const book = useAddresses(user.id)
  const [editing, setEditing] = useState<SavedAddress | 'new' | null>(null)
  const [deleting, setDeleting] = useState<SavedAddress | null>(null)

  async function makeDefault(address: SavedAddress): Promise<void> {
    await attempt(
      () => book.save(address.id, { ...addressForm(address, user), isDefault: true }),
      'Default address changed',
    )
  }

  async function remove(address: SavedAddress): Promise<void> {
    await attempt(() => book.remove(address.id), 'Address deleted')
    setDeleting(null)
  }

  return (
    <section aria-labelledby="addresses-title" className="sheet p-5 sm:p-7">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h2 id="addresses-title" className="text-2xl">
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
              <li key={address.id} className="flex flex-col gap-4 rounded border border-line bg-paper p-4">
                <div className="flex flex-wrap items-center gap-2">
                  <Badge>{address.type === 'billing' ? 'Billing' : 'Shipping'}</Badge>
                  {address.isDefault && <Badge tone="good">Default</Badge>}
                </div>
                <address className="flex-1 not-italic [overflow-wrap:anywhere]">
                  <span className="block font-semibold">
                    {address.firstName} {address.lastName}
                  </span>
                  {address.company !== null && <span className="block">{address.company}</span>}
                  <span className="block">{[address.address, address.address2].filter(Boolean).join(', ')}</span>
                  <span className="block">
                    {address.city}, {address.state} {address.zipCode}
                  </span>
                  {address.phone !== null && <span className="block text-soft">{address.phone}</span>}
                </address>
                <div className="-ml-4 flex flex-wrap">
                  <Button
                    variant="ghost"
                    size="small"
                    onClick={() => setEditing(address)}
                    aria-description={describe(address)}
                  >
                    Edit
                  </Button>
                  <Button
                    variant="ghost"
                    size="small"
                    onClick={() => setDeleting(address)}
                    aria-description={describe(address)}
                  >
                    Delete
                  </Button>
                  {!address.isDefault && (
                    <Button
                      variant="ghost"
                      size="small"
                      onClick={() => void makeDefault(address)}
                      aria-description={describe(address)}
                    >
                      Make Default
                    </Button>
                  )}
                </div>
              </li>
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
        <Dialog
          open
          onOpenChange={() => setDeleting(null)}
          title="Delete this address?"
          description={describe(deleting)}
        >
          <div className="mt-2 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <Button variant="quiet" onClick={() => setDeleting(null)}>
              Keep Address
            </Button>
            <Button onClick={() => void remove(deleting)}>Delete Address</Button>
          </div>
        </Dialog>
      )}
    </section>
  )
}

function describe({ address, city, state }: SavedAddress): string {
  return `${address}, ${city}, ${state}`
}

async function attempt(action: () => Promise<void>, done: string): Promise<void> {
  try {
    await action()
    toast({ title: done })
  } catch {
    toast({
      title: 'Address not changed',
      description: 'Something went wrong. Please try again.',
      variant: 'destructive',
    })
  }
}
