import request from 'supertest'
import type { InboxEntry } from '#contracts/inbox'
import { mergeIdentifiers, type PersonIdentifiers } from '#platform/shared-kernel/person-identifiers'
import { DAY_MS } from '#platform/time/durations'
import { startMailServer, type MailServer } from '../../testing/mail-server.ts'
import { startShop, type RunningShop } from '../../testing/start-shop.ts'
import { staffScript } from './staff-requests.ts'

/** A support ticket as its form sends it. */
export const support = {
  form: 'support',
  name: 'Ada Byron',
  email: 'Ada@Example.com',
  subject: 'Paper jam',
  category: 'technical',
  message: 'It jams\non page 2.',
}

/** A warranty claim as its form sends it. */
export const warranty = {
  form: 'warranty',
  serialNumber: 'SN-1',
  purchaseDate: '2026-01-05',
  issueDescription: 'It smells.',
  contactInfo: 'cy@example.com',
}

export interface MessageShop {
  readonly shop: RunningShop
  readonly mails: MailServer
  readonly staff: { readonly Authorization: string }
  call(): ReturnType<typeof request>
  /** Sends a form of the shop. */
  send(body: Record<string, unknown>): request.Test
  /** The entries that staff see for a query. */
  inbox(query?: string): Promise<InboxEntry[]>
  /** What a deletion of a person's data does in the inbox. */
  erase(person: { email: string; reference?: string; typed?: PersonIdentifiers }): Promise<unknown>
  stop(): Promise<void>
}

/** A shop that takes messages, with staff signed in and a server that takes its mails. */
export async function openMessageShop(): Promise<MessageShop> {
  const mails = await startMailServer()
  const shop = await startShop({
    SEED_DEMO: 'false',
    TRUST_PROXY: '127.0.0.1',
    SMTP_URL: mails.url,
    MAIL_FROM: 'Superprinter <staff@superprinter.example>',
  })
  const staff = await staffScript(shop)
  const call = () => request(shop.app.server)
  return {
    shop,
    mails,
    staff,
    call,
    send: (body) => call().post('/api/messages').send(body),
    inbox: async (query = '') =>
      (await call().get(`/api/admin/inbox?${query}`).set(staff).expect(200)).body as InboxEntry[],
    erase: (person) =>
      shop.shop.admin.personal.erase({
        reference: 'DR-1',
        dueAt: new Date(Date.now() + 45 * DAY_MS),
        typed: mergeIdentifiers(),
        ownedUntil: null,
        ...person,
      }),
    async stop() {
      await shop.stop()
      await mails.stop()
    },
  }
}
