import request from 'supertest'
import type { StaffMember } from '#contracts/staff'
import type { Clock } from '#platform/time/clock'
import { startMailServer, type MailServer } from '../../testing/mail-server.ts'
import { startShop, type RunningShop } from '../../testing/start-shop.ts'
import { codeOf, peopleClient, type PeopleClient } from './staff-people.ts'
import { staffScript } from './staff-requests.ts'

const PERIOD_MS = 30_000

interface Owner {
  /** The headers of the owner's session. */
  readonly owner: { readonly Authorization: string }
  readonly people: PeopleClient
}

export interface StaffShop extends Owner {
  readonly shop: RunningShop
  readonly mails: MailServer
  /** The shop's time, which tests move on. */
  readonly clock: Clock
  now(): number
  moveOn(ms: number): void
  call(): ReturnType<typeof request>
  /** A moment whose code nobody has used: after the one of the sign-in before. */
  freshCode(secret: string): string
  /** Somebody as the list of the owner in this session shows them. */
  listed(owner: Owner['owner'], id: string): Promise<StaffMember | undefined>
  /** The newest entry of the staff log with this action. */
  lastEntry(
    action: string,
  ): Promise<Awaited<ReturnType<RunningShop['shop']['admin']['audit']['list']>>['entries'][number] | undefined>
  /** Opens a session of the owner in the place of one that is over. */
  signInOwner(): Promise<Owner>
  stop(): Promise<void>
}

/** A shop whose owner invites people, with a server that takes their mails. */
export async function openStaffShop(): Promise<StaffShop> {
  let offsetMs = 0
  const now = () => Date.now() + offsetMs
  const clock: Clock = { now: () => new Date(now()) }
  const mails = await startMailServer()
  const shop = await startShop({ SEED_DEMO: 'false', SMTP_URL: mails.url, TRUST_PROXY: '127.0.0.1' }, { clock })
  const call = () => request(shop.app.server)
  const signInOwner = async (): Promise<Owner> => {
    const owner = await staffScript(shop)
    return { owner, people: peopleClient({ shop, mails, owner, now }) }
  }
  return {
    shop,
    mails,
    clock,
    now,
    moveOn: (ms) => void (offsetMs += ms),
    call,
    freshCode(secret) {
      offsetMs += 2 * PERIOD_MS
      return codeOf(secret, now())
    },
    listed: async (owner, id) =>
      ((await call().get('/api/admin/staff').set(owner).expect(200)).body as StaffMember[]).find(
        (one) => one.id === id,
      ),
    lastEntry: async (action) => (await shop.shop.admin.audit.list({ search: action, limit: 1, offset: 0 })).entries[0],
    signInOwner,
    ...(await signInOwner()),
    async stop() {
      await shop.stop()
      await mails.stop()
    },
  }
}
