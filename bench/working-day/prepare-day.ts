import type { Page } from '@playwright/test'
import { ADDRESS } from '../customers.ts'
import { call, type CallStaff } from './shop.ts'

const ORDERS = 40
const MESSAGES = 12
/** What costs less, in dollars, waits for nobody's release. */
const CHEAP = 1000

/** What a day brings, before anybody works. */
export interface Day {
  readonly page: Page
  readonly callStaff: CallStaff
  /** Asks for a return of the first line of an order, as its customer. */
  readonly askForReturn: (orderId: number) => Promise<void>
  /** The orders that are shipped in one go. */
  shipped: readonly number[]
}

/** 40 orders of as many customers, and 12 messages. */
export async function prepareDay(url: string, page: Page, callStaff: CallStaff): Promise<Day> {
  const listed = await callStaff<{ id: number; stockQuantity: number; price: string }[]>(
    '/api/admin/products?stock=in&limit=100',
  )
  const sold = listed.filter(({ stockQuantity, price }) => stockQuantity >= ORDERS && Number(price) < CHEAP).slice(0, 8)
  const customers = new Map<number, string>()
  for (let at = 0; at < ORDERS; at += 1) {
    const person = { firstName: 'Ada', lastName: 'Marlow', email: `ada.${at}@example.com`, phone: '4055550142' }
    const { token } = await call<{ token: string }>(`${url}/api/register`, {
      method: 'POST',
      body: { ...person, password: 'a quiet paper tray' },
    })
    const { id } = await call<{ id: number }>(`${url}/api/orders`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: {
        customerEmail: person.email,
        customerName: 'Ada Marlow',
        shippingAddress: ADDRESS,
        billingAddress: ADDRESS,
        items: [{ productId: sold[at % sold.length]?.id, quantity: 1 }],
      },
    })
    customers.set(id, token)
  }
  for (let at = 0; at < MESSAGES; at += 1)
    await call(`${url}/api/messages`, {
      method: 'POST',
      body: {
        form: 'contact',
        name: 'Ada Marlow',
        email: `ada.${at}@example.com`,
        subject: `Question ${at + 1}`,
        message: 'When will my printer come?',
      },
    })
  return {
    page,
    callStaff,
    shipped: [],
    async askForReturn(orderId) {
      await call(`${url}/api/user/orders/${orderId}/returns`, {
        method: 'POST',
        headers: { authorization: `Bearer ${customers.get(orderId) ?? ''}` },
        body: { items: [{ line: 1, quantity: 1, reason: 'defective' }] },
      })
    },
  }
}

/** A list of products as a supplier sends it, with headers of their own. */
export function aPriceList(name: string, price: string): { name: string; mimeType: string; buffer: Buffer } {
  const rows = Array.from({ length: 50 }, (_, at) => `NL-${at};Northlight ${at};Northlight;${price};${at};Laserdrucker`)
  const text = ['Artikelnummer;Bezeichnung;Hersteller;VK Preis;Bestand;Warengruppe', ...rows].join('\n')
  return { name, mimeType: 'text/csv', buffer: Buffer.from(text) }
}
