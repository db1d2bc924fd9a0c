import { randomUUID } from 'node:crypto'
import request from 'supertest'
import { expect } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { startMailServer, type MailServer } from '../../testing/mail-server.ts'
import { startShop, type RunningShop } from '../../testing/start-shop.ts'

export interface PrivacyShop extends RunningShop {
  readonly mails: MailServer
}

/** A shop that sends its mails to a server of its own, and believes who a request says it comes from. */
export async function startPrivacyShop(): Promise<PrivacyShop> {
  const mails = await startMailServer()
  const shop = await startShop({
    TRUST_PROXY: '127.0.0.0/8',
    SMTP_URL: mails.url,
    MAIL_FROM: 'Superprinter <shop@example.com>',
  })
  return {
    ...shop,
    mails,
    async stop() {
      await shop.stop()
      await mails.stop()
    },
  }
}

export type PrivacyCalls = ReturnType<typeof privacyCalls>

/**
 * What a person does about their data, and what the shop then holds and writes.
 * @param shop the running shop, once there is one
 */
export function privacyCalls(shop: () => PrivacyShop) {
  /** Every form comes from another address, so that the limit counts only where a test asks for it. */
  let addresses = 0
  const post = (path: string, body?: object, from = `10.0.${addresses >> 8}.${++addresses & 255}`) =>
    request(shop().app.server).post(`/api${path}`).set('X-Forwarded-For', from).send(body)
  /** What an address was sent, oldest first: subject and text. */
  const mailsTo = (address: string) =>
    shop()
      .mails.received.filter(({ to }) => to === address)
      .map(({ subject, text }) => `${subject}\n${text}`)
  /** What the button on the page does that a mail's link opens. */
  const confirm = async (mail: string) => {
    const answer = await post('/data-requests/verify', { token: linkIn(mail).searchParams.get('token') }).expect(200)
    return answer.body as { reference: string; requestType: string; receivedAt: string; state: string }
  }
  return {
    post,
    get: (path: string) => request(shop().app.server).get(`/api${path}`),
    rows: (collection: string, filter: Record<string, unknown> = {}) =>
      shop()
        .shop.database.connection.collection(collection)
        .find(filter as object)
        .toArray(),
    mailsTo,
    waitForMails: (address: string, count: number) =>
      eventually(() => {
        const found = mailsTo(address)
        expect(found).toHaveLength(count)
        return found
      }),
    /** What the button on the page of an export does. */
    download: (link: URL) => post('/data-requests/export', { token: link.searchParams.get('token') }),
    confirm,
    /** The reference of a request that its person confirmed. */
    async verifiedRequest(
      { firstName, lastName, email }: { firstName: string; lastName: string; email: string },
      requestType: string,
    ): Promise<string> {
      const known = mailsTo(email).length
      const { body } = await post('/data-requests', aRequest({ firstName, lastName, email, requestType })).expect(201)
      const mail = await eventually(() => {
        const found = mailsTo(email)
          .slice(known)
          .find((text) => text.includes(String(body.reference)))
        expect(found).toBeDefined()
        return found ?? ''
      })
      await confirm(mail)
      return String(body.reference)
    },
  }
}

export const aChoice = (visitorId: string, allowed: boolean, changes: object = {}) => ({
  visitorId,
  version: '1.0',
  analytics: allowed,
  marketing: allowed,
  action: allowed ? 'accept-all' : 'reject-all',
  ...changes,
})
export const aSearch = (visitorId: string, term = 'ribbon xyz', results = 0) => ({
  visitorId,
  event: { type: 'search', term, results },
})

export const aRequest = (changes: object = {}) => ({
  firstName: 'Ada',
  lastName: 'Byron',
  email: `${randomUUID()}@example.com`,
  phone: null,
  requestType: 'access',
  description: 'Please tell me what you hold of me.',
  verificationMethod: 'email',
  ...changes,
})
export const linkIn = (text: string) => new URL(/https?:\/\/\S+token=[\w-]+/.exec(text)?.[0] ?? 'http://none')
