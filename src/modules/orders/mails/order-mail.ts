import { writeLetter, type Letter } from '#platform/mail/letter'
import type { Order } from '../domain/order.ts'

export const SENDER = 'Superprinter'

/** What mails know of the shop they come from. */
export interface MailFacts {
  /** Where links lead; without it a mail has none. */
  readonly publicUrl: string | null
}

/** A mail to the customer of an order. */
export function toCustomer(order: Order, letter: Omit<Letter, 'sender'>) {
  return {
    to: { name: order.customerName, address: order.customerEmail },
    subject: letter.subject,
    ...writeLetter({ ...letter, sender: SENDER }),
  }
}

/** A link to a page of the shop, where the shop knows its own address. */
export function linkTo(publicUrl: string | null, path: string, label: string) {
  return publicUrl === null ? [] : [{ kind: 'link', label, url: `${publicUrl}${path}` } as const]
}

const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/Chicago' })

/** A day as the shop in Texas writes it: "March 8, 2026". */
export function dayOf(time: Date): string {
  return date.format(time)
}
