import { Link } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import type { TextSection } from '../../ui/outlined-text.tsx'
import { ContactLines } from './contact-lines.tsx'

/** The return policy (specification 2, sections 2 and 9). */
export const RETURNS_TEXT: readonly TextSection[] = [
  {
    id: 'windows',
    title: 'Return windows',
    text: (
      <>
        <p>
          Every window is counted from the day of delivery, as the carrier notes it. A parcel counts as returned on the
          day you hand it over.
        </p>
        <dl>
          <dt>30 days: full refund</dt>
          <dd>For everything we sell, unless a longer window applies.</dd>
          <dt>60 days: unopened items</dt>
          <dd>The manufacturer’s seal is intact and the box can be sold as new.</dd>
          <dt>60 days: business equipment</dt>
          <dd>Point-of-sale systems, workgroup printers and everything marked as a business product, opened or not.</dd>
          <dt>Bulk orders over $5,000</dt>
          <dd>
            Special terms, written in your quote. They may be longer, and may ask for a restocking fee on opened
            devices.
          </dd>
        </dl>
      </>
    ),
  },
  {
    id: 'returnable',
    title: 'What you can return',
    text: (
      <>
        <p>
          Send back what you bought, with everything that came in the box: cables, trays, starter cartridges, discs and
          manuals.
        </p>
        <ul>
          <li>Printers, photo printers and scanners that work as they did on the first day</li>
          <li>Point-of-sale terminals, receipt printers and barcode scanners</li>
          <li>Ink and toner in unopened packaging</li>
          <li>Paper and accessories in unopened packaging</li>
          <li>Anything that arrived defective, damaged or other than ordered, opened or not</li>
        </ul>
      </>
    ),
  },
  {
    id: 'special',
    title: 'Special items',
    text: (
      <>
        <p>A few things need a word before they travel:</p>
        <ul>
          <li>
            <strong>Tank printers that were filled.</strong> Ink leaks on the way. Ask us first; we send a plug set and
            a tray.
          </li>
          <li>
            <strong>Devices over 50 lb.</strong> We send a freight carrier to your door. Keep the pallet.
          </li>
          <li>
            <strong>Devices with a hard disk.</strong> Erase it before you send it. We erase it again, and tell you
            when.
          </li>
          <li>
            <strong>Bundles.</strong> Bought together, returned together. A single part of a bundle is refunded at the
            bundle’s price for it.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'non-returnable',
    title: 'What you cannot return',
    text: (
      <ul>
        <li>Ink, toner and drums that were opened or installed, unless they are defective</li>
        <li>Software and licenses whose key was shown or used</li>
        <li>Devices with a missing or altered serial number</li>
        <li>Devices damaged by dropping, liquids, or supplies that the manufacturer excludes</li>
        <li>Devices made to your specification, such as pre-programmed terminals</li>
      </ul>
    ),
  },
  {
    id: 'process',
    title: 'The return process in four steps',
    text: (
      <>
        <h3>1. Tell us</h3>
        <p>
          <Link to={paths.return()} className="text-link">
            Start your return
          </Link>{' '}
          with your order number, choose the items and the reason, and you get a return number at once. Within one
          business day we approve it by email; where return shipping is free, we say how the parcel travels.
        </p>
        <h3>2. Pack it</h3>
        <p>
          Use the original box if you can. Remove cartridges that are open, lock the scanner if it has a lock, and put
          the printed return slip inside the box.
        </p>
        <h3>3. Hand it over</h3>
        <p>Drop the parcel at the carrier on the label, and keep the receipt until the refund is there.</p>
        <h3>4. Get your money back</h3>
        <p>
          We inspect the parcel within two business days of its arrival and start the refund the same day. You hear from
          us either way.
        </p>
      </>
    ),
  },
  {
    id: 'refunds',
    title: 'Refund timing',
    text: (
      <>
        <p>Refunds go back the way you paid. After we have processed the return, they take:</p>
        <dl>
          <dt>Credit or debit card</dt>
          <dd>3-5 business days</dd>
          <dt>PayPal</dt>
          <dd>1-2 business days</dd>
          <dt>Cheque</dt>
          <dd>7-10 business days; also used where an order was paid in cash on delivery</dd>
        </dl>
        <p>Shipping charges are refunded when the return was our mistake or the manufacturer’s.</p>
      </>
    ),
  },
  {
    id: 'shipping',
    title: 'Return shipping: free or paid',
    text: (
      <>
        <h3>Free</h3>
        <ul>
          <li>Defective items</li>
          <li>The wrong item</li>
          <li>Items over $100, within 30 days of delivery</li>
          <li>Premium accounts, as agreed with us in writing</li>
        </ul>
        <h3>Paid by you</h3>
        <ul>
          <li>A change of mind, whatever the item cost</li>
          <li>Items under $100</li>
          <li>Returns after 30 days</li>
        </ul>
        <p>If you pay, use any carrier that tracks the parcel. It travels at your risk until it reaches us.</p>
      </>
    ),
  },
  {
    id: 'exchanges',
    title: 'Exchanges',
    text: (
      <p>
        Want another model instead? Tell us with your return. We send the new one as soon as the carrier has scanned the
        old one, and settle the difference in price either way. An exchange for the same model in working order costs
        nothing and jumps the queue.
      </p>
    ),
  },
  {
    id: 'special-cases',
    title: 'Special cases',
    text: (
      <>
        <h3>Damaged on the way</h3>
        <p>
          Damage must be reported within 48 hours of delivery, with photos of the box and the device. Keep the
          packaging: the carrier may want to see it.
        </p>
        <h3>Broken after the window</h3>
        <p>
          That is a case for the warranty. Fill in the{' '}
          <Link to={`${paths.warranty()}#claim`} className="text-link">
            claim form
          </Link>
          ; repairs take 5-7 business days.
        </p>
        <h3>Gifts</h3>
        <p>
          Whoever received the gift can return it with the order number and the email address that it was ordered with.
          The refund goes to whoever paid.
        </p>
        <h3>Refused and lost parcels</h3>
        <p>
          A parcel that you refuse comes back to us and is refunded without its shipping charge. One that is lost is
          replaced or refunded, as you like.
        </p>
      </>
    ),
  },
  { id: 'contact', title: 'Questions about a return', text: <ContactLines /> },
]
