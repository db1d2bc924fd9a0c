import { MAIL_THEME } from '#brand'
import { writeLetter, type Letter } from '#platform/mail/letter'
import type { Order } from '../domain/order.ts'

/** What mails need to know about the shop that sends them. */
export interface MailContext {
  /** The address that links begin with; without it a mail has none. */
  readonly publicUrl: string | null
}

/** A mail to the customer of an order. */
export function toCustomer(order: Order, letter: Letter) {
  return {
    to: { name: order.customerName, address: order.customerEmail },
    subject: letter.subject,
    onBehalfOf: order.customerId,
    ...writeLetter(letter, MAIL_THEME),
  }
}

/** A link to a page of the shop, where the shop knows its own address. */
export function linkTo(publicUrl: string | null, path: string, label: string) {
  return publicUrl === null ? [] : [{ kind: 'link', label, url: `${publicUrl}${path}` } as const]
}
