import { MAIL_THEME } from '#brand'
import type { Product } from '#modules/catalog'
import { writeLetter, type Letter } from '#platform/mail/letter'
import { formatMoney } from '#platform/shared-kernel/money'
import type { Alert } from '../domain/alert.ts'

/** What the links of these mails are made of. */
export interface AlertLinks {
  /** The shop's address without a slash at the end. */
  readonly shopUrl: string
  readonly linkToken: string
}

type Offered = Pick<Product, 'id' | 'name' | 'priceCents'>
type Asked = Pick<Alert, 'email' | 'kind' | 'priceCents'>

function to({ email }: Pick<Alert, 'email'>, letter: Letter) {
  return { to: { name: '', address: email }, subject: letter.subject, ...writeLetter(letter, MAIL_THEME) }
}

function manageLink({ shopUrl, linkToken }: AlertLinks): string {
  return `${shopUrl}/product-alert?token=${linkToken}`
}

/** Asks whether somebody really wants the mail. The address may be anybody's, so nothing else is sent there before. */
export function confirmAlertMail(alert: Pick<Alert, 'email' | 'kind'>, product: Offered, links: AlertLinks) {
  const isBack = alert.kind === 'back-in-stock'
  const when = isBack ? 'when it is in stock again' : 'when it costs less'
  return to(alert, {
    subject: isBack ? 'Shall we tell you when it is back?' : 'Shall we tell you when the price drops?',
    preview: `Please confirm your request about ${product.name}.`,
    heading: 'Please confirm your request',
    parts: [
      {
        kind: 'facts',
        rows: [
          ['Product', product.name],
          ['Price today', formatMoney(product.priceCents)],
        ],
      },
      {
        kind: 'paragraph',
        text: `Somebody asked us to write to this address once, ${when}. If it was you, open the link and press the button there. The link works for 7 days.`,
      },
      { kind: 'link', label: 'Confirm or end the request', url: manageLink(links) },
      {
        kind: 'paragraph',
        text: 'If it was not you, you can ignore this email: without your confirmation we do not write again.',
      },
    ],
  })
}

/** The one mail that was asked for. Its recipient has confirmed the address. */
export function alertMail(alert: Asked, product: Offered, links: AlertLinks) {
  const isBack = alert.kind === 'back-in-stock'
  const price = formatMoney(product.priceCents)
  const mail = to(alert, {
    subject: isBack ? `Back in stock: ${product.name}` : `${price} now: ${product.name}`,
    preview: isBack ? `It costs ${price}.` : `It cost ${formatMoney(alert.priceCents)} when you asked us.`,
    heading: isBack ? 'It is back in stock' : 'The price has dropped',
    parts: [
      {
        kind: 'facts',
        rows: [
          ['Product', product.name],
          ...(isBack ? [] : ([['Price when you asked', formatMoney(alert.priceCents)]] as const)),
          [isBack ? 'Price' : 'Price now', price],
        ],
      },
      { kind: 'link', label: 'See it in the shop', url: `${links.shopUrl}/products/${product.id}` },
      {
        kind: 'paragraph',
        text: 'You asked us for this email. It is the only one about this request; nothing is reserved for you.',
      },
      { kind: 'link', label: 'End your other requests', url: manageLink(links) },
    ],
  })
  return { ...mail, isRecipientProved: true }
}
