import request from 'supertest'
import { expect } from 'vitest'
import { SessionBody, type User } from '#contracts/identity'
import { eventually } from '../../testing/eventually.ts'
import { startMailServer, type MailServer, type ReceivedMail } from '../../testing/mail-server.ts'
import { startShop, type RunningShop } from '../../testing/start-shop.ts'

type Browser = ReturnType<typeof request.agent>
type Bearer = Readonly<Record<'Authorization', string>>

/** What somebody chooses who has signed in by a code. */
export const NEW_PASSWORD = 'Silent-Lagoon-77'

export interface CodeShop {
  readonly shop: RunningShop
  readonly mails: MailServer
  /** The shop's time, which a test may set. */
  readonly clock: { time: Date }
  /** Keeps its cookies. What follows happens in this one where nothing else is said. */
  readonly browser: Browser
  aBrowser(): Browser
  /** The address of a network that nobody has called from. */
  aNetwork(): string
  post(path: string, body: object, from?: string, by?: Browser): request.Test
  whoAmI(bearer: Bearer): request.Test
  codeMailsTo(address: string): readonly ReceivedMail[]
  /** Asks for a code, and reads it in the mail. */
  codeFor(email: string, by?: Browser): Promise<string>
  signInByCode(email: string): Promise<{ readonly user: User; readonly bearer: Bearer }>
  /** Chooses a password without the one before. */
  choose(bearer: Bearer, newPassword?: string): request.Test
  stop(): Promise<void>
}

export const wrongCode = (code: string) => (code === '000000' ? '000001' : '000000')

/** A shop that sends codes to sign in with, and a server that takes its mails. */
export async function openCodeShop(): Promise<CodeShop> {
  const clock = { time: new Date(), now: () => clock.time }
  const mails = await startMailServer()
  const shop = await startShop({ SMTP_URL: mails.url, TRUST_PROXY: '127.0.0.0/8' }, { clock })
  const aBrowser = () => request.agent(shop.app.server)
  const browser = aBrowser()
  let addresses = 0
  const aNetwork = () => `10.1.${addresses >> 8}.${++addresses & 255}`
  const post = (path: string, body: object, from = aNetwork(), by = browser) =>
    by.post(`/api${path}`).set('X-Forwarded-For', from).send(body)
  const codeMailsTo = (address: string) =>
    mails.received.filter(({ to, subject }) => to === address && subject === 'Your sign-in code')

  async function codeFor(email: string, by = browser): Promise<string> {
    const before = codeMailsTo(email).length
    await post('/login/code', { email }, aNetwork(), by).expect(202)
    return eventually(() => {
      const found = codeMailsTo(email)
      expect(found).toHaveLength(before + 1)
      const code = /Code: (\d{6})\b/.exec(found.at(-1)?.text ?? '')?.[1]
      expect(code).toBeDefined()
      return code ?? ''
    })
  }

  return {
    shop,
    mails,
    clock,
    browser,
    aBrowser,
    aNetwork,
    post,
    whoAmI: (bearer) => request(shop.app.server).get('/api/auth/user').set(bearer),
    codeMailsTo,
    codeFor,
    async signInByCode(email) {
      const answer = await post('/login/code/verify', { email, otp: await codeFor(email) }).expect(200)
      const { token, user } = SessionBody.parse(answer.body)
      return { user, bearer: { Authorization: `Bearer ${token}` } }
    },
    choose: (bearer, newPassword = NEW_PASSWORD) =>
      request(shop.app.server)
        .put('/api/user/password/new')
        .set(bearer)
        .send({ newPassword, confirmPassword: newPassword }),
    async stop() {
      await shop.stop()
      await mails.stop()
    },
  }
}
