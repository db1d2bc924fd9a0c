import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import request from 'supertest'
import type { StaffRole } from '#contracts/staff-roles'
import { eventually } from '../../testing/eventually.ts'
import type { MailServer } from '../../testing/mail-server.ts'
import type { RunningShop } from '../../testing/start-shop.ts'

export const STAFF_PERSON_PASSWORD = 'maple-Teapot-seven-Lamps'

/** Somebody with access to the back office. */
export interface StaffPerson {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly secret: string
  readonly recoveryCodes: readonly string[]
  /** The cookie of the session that the invitation opened. */
  readonly Cookie: string
  readonly Origin: string
  readonly Host: string
}

/** The code that the app shows, or showed so many periods of 30 seconds ago. */
export function codeOf(secret: string, now: number, periods = 0): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: now + periods * 30_000 })
}

/** The token of the newest invitation that came to an address. */
export function invitationTokenTo(mails: MailServer, email: string, count = 1): Promise<string> {
  return eventually(async () => {
    const links = mails.received
      .filter(({ to }) => to === email)
      .flatMap(({ text }) => [...text.matchAll(/\/admin\/join\?token=([\w-]+)/g)].map(([, token]) => token ?? ''))
    if (links.length < count) throw new Error(`${links.length} invitations came to ${email}.`)
    return links.at(-1) ?? ''
  })
}

export interface PeopleClient {
  call(): ReturnType<typeof request>
  invite(
    role: StaffRole,
    name?: string,
  ): Promise<{ readonly id: string; readonly email: string; readonly name: string }>
  /** Sets the access up behind the newest link. */
  accept(
    invited: { readonly id: string; readonly email: string; readonly name: string },
    count?: number,
  ): Promise<StaffPerson>
  join(role: StaffRole, name?: string): Promise<StaffPerson>
  signIn(
    person: Pick<StaffPerson, 'email'>,
    code: string,
    options?: { readonly password?: string; readonly address?: string },
  ): request.Test
}

/** Invites people and lets them sign in, as the owner and they do. */
export function peopleClient(input: {
  readonly shop: RunningShop
  readonly mails: MailServer
  readonly owner: Readonly<Record<string, string>>
  readonly now: () => number
}): PeopleClient {
  const { shop, mails, owner, now } = input
  const call = () => request(shop.app.server)
  const origin = { Origin: shop.url, Host: new URL(shop.url).host }

  const client: PeopleClient = {
    call,
    async invite(role, name = 'Pat Person') {
      const email = `${name.toLowerCase().replaceAll(/\W+/g, '-')}-${randomUUID()}@example.com`
      const answer = await call().post('/api/admin/staff').set(owner).send({ name, email, role }).expect(201)
      return { id: String(answer.body.id), email, name }
    },
    async accept({ id, email, name }, links = 1) {
      const token = await invitationTokenTo(mails, email, links)
      const opened = await call().post('/api/admin/invitation/open').send({ token }).expect(200)
      const secret = String(opened.body.secret)
      // The code before the present one leaves that one for a sign-in. It is too old when the next period begins on the
      // way.
      const send = () => {
        const code = codeOf(secret, now(), -1)
        const body = { token, setup: opened.body.setup, password: STAFF_PERSON_PASSWORD, code }
        return call().post('/api/admin/invitation').set(origin).send(body)
      }
      const first = await send()
      const joined = first.body.code === 'CODE_WRONG' ? await send() : first
      if (joined.status !== 201) throw new Error(`The invitation answered ${joined.status}: ${joined.text}`)
      const Cookie = String(joined.headers['set-cookie']?.[0]).split(';')[0] ?? ''
      return { id, email, name, secret, recoveryCodes: joined.body.recoveryCodes as string[], Cookie, ...origin }
    },
    async join(role, name) {
      return client.accept(await client.invite(role, name))
    },
    signIn({ email }, code, { password = STAFF_PERSON_PASSWORD, address = '10.9.0.1' } = {}) {
      return call().post('/api/admin/session/person').set('x-forwarded-for', address).send({ email, password, code })
    },
  }
  return client
}

/** The headers of a person's browser. */
export function browserOf({ Cookie, Origin, Host }: StaffPerson): Readonly<Record<string, string>> {
  return { Cookie, Origin, Host }
}
