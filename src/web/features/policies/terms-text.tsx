import { Link } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import type { ExpressWords } from '../../lib/express-shipping.ts'
import type { TextSection } from '../../ui/outlined-text.tsx'
import { ContactLines } from './contact-lines.tsx'

/** The terms of service (specification 2, sections 2 and 9). */
export const termsTextOf = ({ way }: ExpressWords): readonly TextSection[] => [
  {
    id: 'acceptance',
    title: 'Acceptance of these terms',
    text: (
      <>
        <p>
          These terms are the agreement between you and Superprinter (“we”, “us”). By using this site, by opening an
          account or by ordering, you accept them. If you do not, please do not use the site.
        </p>
        <p>
          You must be 13 or older to open an account or to order. Whoever is under 18 needs the permission of a parent
          or guardian.
        </p>
      </>
    ),
  },
  {
    id: 'services',
    title: 'What we offer',
    text: (
      <>
        <p>
          We sell printers, photo printers, scanners, point-of-sale systems, barcode scanners, ink and toner in the
          United States, and offer support, installation, maintenance and advice to go with them.
        </p>
        <p>
          We are an independent authorized dealer, not affiliated with the manufacturers. We may change what we sell,
          and we may limit quantities.
        </p>
      </>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    text: (
      <ul>
        <li>What you tell us about yourself is true, and you keep it up to date.</li>
        <li>Your password is yours alone. What is done with it counts as done by you, until you tell us otherwise.</li>
        <li>Tell us at once when somebody else uses your account.</li>
        <li>One person, one account; accounts cannot be sold or passed on.</li>
        <li>
          Your reviews are about the product. They insult and threaten nobody, name no private person, advertise nothing
          and break no law. We take out a review that does, tell you why by email, and look at it again when you object.
        </li>
      </ul>
    ),
  },
  {
    id: 'orders',
    title: 'Orders and payments',
    text: (
      <>
        <p>
          Prices are in US dollars and do not include tax, which the checkout adds. Your order is an offer; the contract
          comes about when we confirm it. We may decline an order, for instance when a price was plainly wrong or stock
          has run out, and then refund what you paid at once.
        </p>
        <p>
          We accept major credit cards and PayPal, and on delivery cash and cards, as the checkout offers them. Orders
          can be modified or cancelled within 1 hour of placement.
        </p>
      </>
    ),
  },
  {
    id: 'shipping',
    title: 'Shipping and delivery',
    text: (
      <>
        <p>
          We ship within the United States. Processing takes 1-2 business days. Standard shipping takes 3-7 business
          days and is free on orders over $50; express shipping takes 1-2 days{way}. The checkout shows the amount that
          applies to your order.
        </p>
        <p>
          These times are estimates. The risk passes to you when the carrier hands the parcel over. Damage must be
          reported within 48 hours.
        </p>
      </>
    ),
  },
  {
    id: 'warranties',
    title: 'Warranties and returns',
    text: (
      <>
        <p>
          Warranties are honoured by the original manufacturers, typically for 1-2 years. Plans that you buy from us add
          to them as the{' '}
          <Link to={paths.warranty()} className="text-link">
            warranty page
          </Link>{' '}
          says.
        </p>
        <p>
          You can return most items within 30 days of delivery for a full refund. The{' '}
          <Link to={paths.returns()} className="text-link">
            return policy
          </Link>{' '}
          is part of these terms.
        </p>
      </>
    ),
  },
  {
    id: 'advertising',
    title: 'Advertising disclaimers',
    text: (
      <>
        <p>
          Speeds, yields and other figures come from the manufacturers, measured by their methods; yours depend on page,
          paper and setting. Pictures are drawings of ours and show the product’s form, not every detail.
        </p>
        <p>
          “Starting at” names the lowest price of a range on the day you read it. Offers end when they say so or when
          stock is gone. Brand names belong to their owners and tell you what fits; they do not mean that their owners
          endorse us.
        </p>
      </>
    ),
  },
  {
    id: 'liability',
    title: 'Limits of liability',
    text: (
      <>
        <p>
          The site is offered as it is. As far as the law allows, we are not liable for indirect or consequential damage
          such as lost profit, lost data or the cost of a standstill, and our liability for a product or service is
          limited to what you paid for it.
        </p>
        <p>
          Nothing here limits liability for death, injury, fraud, or anything else for which the law allows no limit,
          nor the rights that you have as a consumer.
        </p>
      </>
    ),
  },
  {
    id: 'email',
    title: 'Email marketing',
    text: (
      <ul>
        <li>We send offers only to those who asked for them.</li>
        <li>
          Every one says who sent it, has a true subject line and our postal address, and an unsubscribe link that
          works.
        </li>
        <li>An unsubscribe is processed within 10 business days, costs nothing, and needs no sign-in.</li>
        <li>Messages about orders, repairs, security and these terms are no marketing and go on.</li>
      </ul>
    ),
  },
  {
    id: 'property',
    title: 'Intellectual property',
    text: (
      <p>
        Texts, drawings, design and program of this site are ours or licensed to us. You may view and print them for
        your own purchase. Reviews stay yours; by publishing one you allow us to show it with the product for as long as
        we sell it. Collecting our content by machine, other than for search engines, needs our permission.
      </p>
    ),
  },
  {
    id: 'termination',
    title: 'Termination',
    text: (
      <p>
        You can close your account at any time. We may suspend or close it when these terms are broken, after a warning
        where that is reasonable. Orders that were confirmed are still delivered, and what by its nature outlasts the
        end, such as payment, warranty and liability, does.
      </p>
    ),
  },
  {
    id: 'business',
    title: 'Business information',
    text: (
      <>
        <p>
          Superprinter is an independent authorized dealer with its corporate headquarters in Stafford, Texas.
          Warranties are honoured by the original manufacturers.
        </p>
        <p>
          Product names, logos and brands are the property of their owners. We tell you on request for which brands we
          are authorized.
        </p>
      </>
    ),
  },
  {
    id: 'law',
    title: 'Governing law',
    text: (
      <p>
        The law of the State of Oklahoma governs these terms, without its rules on conflicts of law. The courts of
        Oklahoma decide disputes, unless the law where you live gives you another court. If one clause does not hold,
        the others do.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    text: (
      <>
        <p>Questions about these terms? We answer within 24 hours.</p>
        <div className="mt-4">
          <ContactLines />
        </div>
      </>
    ),
  },
]
