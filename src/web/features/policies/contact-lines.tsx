import { SHOP_CONTACT } from '../../lib/shop-contact.ts'

/** Where to write and call, at the end of a policy. */
export function ContactLines() {
  const { phone, phoneLink, email, emailLink, hours, street, city, state, zipCode } = SHOP_CONTACT
  return (
    <dl>
      <dt>Email</dt>
      <dd>
        <a href={emailLink} className="text-link tap-room inline-block [overflow-wrap:anywhere]">
          {email}
        </a>
      </dd>
      <dt>Phone</dt>
      <dd>
        <a href={phoneLink} className="text-link tap-room inline-block">
          {phone}
        </a>
        , <span className="inline-block">{hours}</span>
      </dd>
      <dt>Mail</dt>
      <dd>
        Superprinter, {street}, {city}, {state} {zipCode}
      </dd>
    </dl>
  )
}
