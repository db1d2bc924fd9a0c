import { randomUUID } from 'node:crypto'
import type { Clock } from '#platform/time/clock'
import type { Database, Transaction } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import { changesBetween, type Actor, type AuditLog } from '../../audit/audit.api.ts'
import { staffAccessChanged, staffInvited, staffSecurityChanged } from '../../events.ts'
import { newInvitation, stateOf, type StaffAccount } from '../domain/staff-account.ts'
import { NoInvitation, RoleChanged, StaffListFull, StaffNotFound } from '../errors.ts'
import type { StaffAccountRepository } from '../persistence/staff-account.repository.ts'
import type { StaffSessionRepository } from '../persistence/staff-session.repository.ts'
import type { StaffMember, StaffMembers } from '../staff.api.ts'

const MAX_PEOPLE = 200

/** What the owner does with people's access: each act in one transaction with its line in the log. */
export function createStaffMembers(deps: {
  readonly database: Database
  readonly clock: Clock
  readonly events: Pick<EventBus, 'publish'>
  readonly accounts: StaffAccountRepository
  readonly sessions: Pick<StaffSessionRepository, 'listOf' | 'deleteOf'>
  readonly audit: Pick<AuditLog, 'record'>
}): StaffMembers {
  const { database, clock, events, accounts, sessions, audit } = deps

  async function present(account: StaffAccount): Promise<StaffMember> {
    const { id, name, email, role, invitedAt, lastSeenAt, endedAt, invitation } = account
    const openSessions = (await sessions.listOf(id, clock.now())).length
    const invitedUntil = invitation?.expiresAt ?? null
    return {
      id,
      name,
      email,
      role,
      invitedAt,
      lastSeenAt,
      endedAt,
      invitedUntil,
      state: stateOf(account),
      openSessions,
      passkeys: account.credentials?.passkeys.length ?? 0,
    }
  }

  /** @throws StaffNotFound */
  async function find(id: string, tx?: Transaction): Promise<StaffAccount> {
    const account = await accounts.find(id, tx)
    if (account === null) throw new StaffNotFound()
    return account
  }

  const get = async (id: string): Promise<StaffMember> => present(await find(id))

  /** Runs a change of one person, and returns them as they are then. */
  async function change(
    id: string,
    act: (tx: Transaction, account: StaffAccount) => Promise<void>,
  ): Promise<StaffMember> {
    await database.transaction(async (tx) => act(tx, await find(id, tx)))
    return get(id)
  }

  const record = (
    tx: Transaction,
    { name }: StaffAccount,
    by: Actor,
    act: { readonly action: string; readonly after?: Readonly<Record<string, unknown>> },
  ) =>
    audit.record(tx, { action: act.action, subject: `staff ${name}`, by, changes: changesBetween({}, act.after ?? {}) })

  /** The list itself is longer: it keeps those whose access has ended. */
  async function checkRoom(): Promise<void> {
    if ((await accounts.countWithAccess()) >= MAX_PEOPLE) throw new StaffListFull(MAX_PEOPLE)
  }

  return {
    list: async () => Promise.all((await accounts.list()).map(present)),

    get,

    async invite({ name, email, role }, by, note) {
      await checkRoom()
      const now = clock.now()
      const invitation = newInvitation(randomUUID(), now)
      const none = { credentials: null, lastSeenAt: null, endedAt: null }
      const account: StaffAccount = { id: randomUUID(), name, email, role, invitedAt: now, invitation, ...none }
      await database.transaction(async (tx) => {
        await accounts.insert(tx, account)
        await events.publish(tx, staffInvited, { personId: account.id, invitationId: invitation.id })
        await record(tx, account, by, { action: 'staff.invited', after: { role } })
        await note?.(tx, account.id)
      })
      return present(account)
    },

    inviteAgain: (id, by) =>
      change(id, async (tx, account) => {
        if (stateOf(account) === 'ended') await checkRoom()
        const invitation = newInvitation(randomUUID(), clock.now())
        await accounts.set(tx, id, { invitation })
        await events.publish(tx, staffInvited, { personId: id, invitationId: invitation.id })
        await record(tx, account, by, { action: 'staff.invited-again' })
      }),

    async withdrawInvitation(id, by) {
      await database.transaction(async (tx) => {
        const account = await find(id, tx)
        if (account.invitation === null) throw new NoInvitation()
        if (account.credentials === null && account.endedAt === null) await accounts.delete(tx, id)
        else await accounts.set(tx, id, { invitation: null })
        await record(tx, account, by, { action: 'staff.invitation-withdrawn' })
      })
    },

    changeRole: (id, { role, roleWas }, by) =>
      change(id, async (tx, account) => {
        if (account.role === role) return
        if (roleWas !== undefined && account.role !== roleWas) throw new RoleChanged()
        await accounts.set(tx, id, { role })
        await events.publish(tx, staffAccessChanged, { personId: id })
        const changes = changesBetween({ role: account.role }, { role })
        await audit.record(tx, { action: 'staff.role-changed', subject: `staff ${account.name}`, by, changes })
      }),

    endSessions: (id, by) =>
      change(id, async (tx, account) => {
        const ended = await sessions.deleteOf(tx, id, null)
        await events.publish(tx, staffAccessChanged, { personId: id })
        await record(tx, account, by, { action: 'staff.signed-out', after: { sessions: ended } })
      }),

    removePasskeys: (id, by) =>
      change(id, async (tx, account) => {
        const { credentials } = account
        if (credentials === null || credentials.passkeys.length === 0) return
        await accounts.set(tx, id, { credentials: { ...credentials, passkeys: [] } })
        const ended = await sessions.deleteOf(tx, id, null)
        await events.publish(tx, staffAccessChanged, { personId: id })
        await events.publish(tx, staffSecurityChanged, { personId: id, change: 'passkeys-removed' })
        await record(tx, account, by, {
          action: 'staff.passkeys-removed',
          after: { passkeys: credentials.passkeys.length, sessions: ended },
        })
      }),

    endAccess: (id, by) =>
      change(id, async (tx, account) => {
        if (stateOf(account) === 'ended') return
        await accounts.set(tx, id, { credentials: null, invitation: null, endedAt: clock.now() })
        const ended = await sessions.deleteOf(tx, id, null)
        await events.publish(tx, staffAccessChanged, { personId: id })
        await record(tx, account, by, { action: 'staff.access-ended', after: { sessions: ended } })
      }),
  }
}
