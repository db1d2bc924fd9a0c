import { Link } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import type { TextSection } from '../../ui/outlined-text.tsx'
import { ContactLines } from './contact-lines.tsx'

/** The privacy policy (specification 2, sections 2 and 9; what is said of the browser is what the shop does). */
export const PRIVACY_TEXT: readonly TextSection[] = [
  {
    id: 'short',
    title: 'In short',
    text: (
      <ul>
        <li>We collect what an order needs, and what you choose to tell us.</li>
        <li>Analytics and marketing stay off until you allow them, and go off again when you say so.</li>
        <li>We do not sell your personal information for money.</li>
        <li>You can see, correct, take along and delete your data. Requests are answered within 45 days.</li>
      </ul>
    ),
  },
  {
    id: 'collect',
    title: 'What we collect',
    text: (
      <>
        <h3>What you give us</h3>
        <ul>
          <li>
            <strong>Account:</strong> first and last name, email address, phone number, and a password that we keep only
            as a one-way hash.
          </li>
          <li>
            <strong>Orders:</strong> what you bought, delivery and billing address, how you pay. Card numbers never
            reach our servers.
          </li>
          <li>
            <strong>Messages:</strong> what you write in our forms, by email or on the phone, and our answers.
          </li>
          <li>
            <strong>Product alerts:</strong> the address for the one email that you asked for about a product, and which
            product it is.
          </li>
          <li>
            <strong>Reviews:</strong> your rating, your words, the name you sign with, and why we took a review out.
          </li>
        </ul>
        <h3>What your browser sends</h3>
        <p>
          Your network address, the kind of browser, and the page asked for, in logs that keep the shop running and
          safe. When a search finds nothing, its words are counted too, by themselves: without a number, a cookie or
          anything else that says who searched.
        </p>
        <h3>Only with your consent</h3>
        <p>
          With analytics allowed: which products you view and what you search for, under a random number instead of your
          name, and in your own browser the products that you viewed last. With marketing allowed: advertising partners
          may recognize your browser.
        </p>
      </>
    ),
  },
  {
    id: 'use',
    title: 'What we use it for',
    text: (
      <ul>
        <li>To take, pack, deliver and invoice your orders, and to tell you how they come along</li>
        <li>To answer you, repair, replace and refund</li>
        <li>To keep accounts and payments safe from fraud</li>
        <li>To meet our duties under tax, warranty and consumer law</li>
        <li>To learn from searches that found nothing what the shop lacks</li>
        <li>With your consent, to learn which pages help, and to show fitting offers</li>
      </ul>
    ),
  },
  {
    id: 'share',
    title: 'Who receives it',
    text: (
      <>
        <p>Nobody gets more than their task needs:</p>
        <ul>
          <li>Carriers: name, address and phone number for the delivery</li>
          <li>Payment providers: the amount and what the payment needs</li>
          <li>
            Manufacturers and their workshops: the device, its serial number and your contact details, when you claim
            the warranty
          </li>
          <li>Hosting and email providers, who work for us under contract</li>
          <li>Authorities, where the law demands it</li>
        </ul>
        <p>
          We do not sell personal information for money. Marketing cookies can count as “sharing” under some state laws;
          they are off unless you turn them on, and the link “Do Not Sell or Share My Personal Information” at the foot
          of every page turns them off.
        </p>
      </>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies and your choice',
    text: (
      <>
        <p>
          Essential storage keeps your cart, your wishlist, your sign-in, your choice itself and, in its tab, what you
          typed and have not sent. Everything else waits for your consent, which you change at any time under “Cookie
          Preferences” at the foot of every page.
        </p>
        <dl>
          <dt>Essential</dt>
          <dd>
            Cart, wishlist, sign-in, this choice. Always on. When you sign out, cart and wishlist stay with your account
            alone. What you typed and have not sent, until you send it, close the tab or sign out, or until another
            customer signs in.
          </dd>
          <dt>Analytics: _ga, _gid, _gat</dt>
          <dd>Visits, product views and searches. Only with consent; deleted when you withdraw it.</dd>
          <dt>Analytics: recently-seen</dt>
          <dd>
            The products you viewed last, in your browser alone. Only with consent; deleted when you withdraw it.
            Without it they are forgotten with the visit.
          </dd>
          <dt>Marketing: _fbp, _fbc</dt>
          <dd>Advertising partners. Only with consent; deleted when you withdraw it.</dd>
        </dl>
        <p>
          When your browser sends a Global Privacy Control signal, we treat it as an opt-out and save it. With Do Not
          Track, nothing is turned on and you are still asked. No third party’s script runs on checkout, account,
          sign-in and sign-up.
        </p>
      </>
    ),
  },
  {
    id: 'retention',
    title: 'How long we keep it',
    text: (
      <dl>
        <dt>Account data</dt>
        <dd>7 years from your last sign-in; we email you 30 days before we delete it</dd>
        <dt>Orders and invoices</dt>
        <dd>7 years with your name; then, or after a deletion request, only the figures that tax law demands</dd>
        <dt>Analytics</dt>
        <dd>26 months, or until you withdraw your consent</dd>
        <dt>Searches that found nothing</dt>
        <dd>26 months, as their words alone</dd>
        <dt>Cookie choices</dt>
        <dd>7 years, under a random number instead of your name</dd>
        <dt>Support communications</dt>
        <dd>3 years</dd>
        <dt>Privacy requests</dt>
        <dd>3 years, as proof of what we did</dd>
        <dt>Product alerts</dt>
        <dd>Until 30 days after the email, at most a year, or until a week after you end them by its link</dd>
      </dl>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights',
    text: (
      <>
        <p>Wherever you live in the United States, you can ask us to:</p>
        <ul>
          <li>tell you what we hold about you, and give you a copy</li>
          <li>correct what is wrong</li>
          <li>delete what we need not keep</li>
          <li>give you your data as a file that machines read</li>
          <li>stop selling or sharing, and stop marketing</li>
        </ul>
        <p>
          Use the{' '}
          <Link to={paths.dataRequest()} className="text-link">
            data privacy request
          </Link>
          . We verify that it is you, and answer within 45 days (90 if the request is complex; we tell you so within the
          first 45). Nobody is treated worse for asking. Someone else may ask for you with your written permission, and
          you can appeal an answer by replying to it.
        </p>
      </>
    ),
  },
  {
    id: 'marketing',
    title: 'Marketing email',
    text: (
      <p>
        Every offer we send has an unsubscribe link. An unsubscribe is processed within 10 business days. Messages about
        your orders, repairs and account are no marketing and still reach you.
      </p>
    ),
  },
  {
    id: 'children',
    title: 'Children',
    text: (
      <p>
        The shop does not serve anybody under 13, and we do not knowingly collect their data. If a child gave us data,
        tell us and we delete it.
      </p>
    ),
  },
  {
    id: 'security',
    title: 'How we protect it',
    text: (
      <p>
        All traffic is encrypted, passwords are hashed, staff access needs a password of its own and is logged, and
        sign-ins are limited so that nobody can guess their way in. If a breach ever touches your data, we tell you
        without delay.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to this policy',
    text: (
      <p>
        When this text changes, the date at the top changes with it. Before a change that matters to you takes effect,
        we announce it here and by email, and where it needs your consent we ask again.
      </p>
    ),
  },
  { id: 'contact', title: 'How to reach us', text: <ContactLines /> },
]
