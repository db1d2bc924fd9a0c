import type { StaffOrder } from '#contracts/staff-orders'

/** An address as it stands on an envelope. */
export function AddressLines({ address }: { readonly address: StaffOrder['shippingAddress'] }) {
  return (
    <address className="not-italic">
      {address.firstName} {address.lastName}
      <br />
      {address.address}
      <br />
      {address.address2 !== null && (
        <>
          {address.address2}
          <br />
        </>
      )}
      {address.city}, {address.state} {address.zipCode}
      <br />
      {address.country}
    </address>
  )
}
