import { useEffect, useRef } from 'react'
import type { SavedAddress } from '#contracts/account'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'

interface AddressCardProps {
  readonly address: SavedAddress
  readonly onEdit: (address: SavedAddress) => void
  readonly onDelete: (address: SavedAddress) => void
  readonly onMakeDefault: (address: SavedAddress) => void
  /** Another default is being made. */
  readonly isChanging: boolean
  /** It is this one. */
  readonly isBecomingDefault: boolean
}

/** One address of the book, and what can be done with it. */
export function AddressCard({
  address,
  onEdit,
  onDelete,
  onMakeDefault,
  isChanging,
  isBecomingDefault,
}: AddressCardProps) {
  const description = describeAddress(address)
  const edit = useRef<HTMLButtonElement>(null)
  const { isDefault } = address
  const wasDefault = useRef(isDefault)
  useEffect(() => {
    // The button that made it the default is gone, and the focus with it.
    if (isDefault && !wasDefault.current && document.activeElement === document.body) edit.current?.focus()
    wasDefault.current = isDefault
  }, [isDefault])
  return (
    <li className="flex flex-col gap-4 rounded border border-line bg-paper p-4">
      <div className="flex flex-wrap items-center gap-2">
        <Badge>{address.type === 'billing' ? 'Billing' : 'Shipping'}</Badge>
        {isDefault && <Badge tone="good">Default</Badge>}
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
        <Button ref={edit} variant="ghost" size="small" onClick={() => onEdit(address)} aria-description={description}>
          Edit
        </Button>
        <Button variant="ghost" size="small" onClick={() => onDelete(address)} aria-description={description}>
          Delete
        </Button>
        {!isDefault && (
          <Button
            variant="ghost"
            size="small"
            aria-disabled={isChanging}
            onClick={() => onMakeDefault(address)}
            aria-description={description}
          >
            {isBecomingDefault ? 'Saving...' : 'Make Default'}
          </Button>
        )}
      </div>
    </li>
  )
}

/** An address in a line: "12 Quire Lane, Tulsa, OK". */
export function describeAddress({ address, city, state }: SavedAddress): string {
  return `${address}, ${city}, ${state}`
}
