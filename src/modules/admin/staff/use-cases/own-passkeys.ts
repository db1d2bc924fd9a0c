import type { Clock } from '#platform/time/clock'
import type { Database, Transaction } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { Actor, AuditLog } from '../../audit/audit.api.ts'
import { staffSecurityChanged } from '../../events.ts'
import { challengeDigestOf, CHALLENGE_MS, newChallenge, openChallenge } from './passkey-challenge.ts'
import { MAX_PASSKEYS, passkeyKeyOf, type Passkey } from '../domain/passkey.ts'
import type { Seal } from '#platform/security/seal'
import type { StaffAccount, StaffCredentials } from '../domain/staff-account.ts'
import { NoOwnCredentials, PasskeyNotFound, PasskeyNotTaken, PasskeyTimedOut, TooManyPasskeys } from '../errors.ts'
import type { OwnPasskeys } from '../passkeys.api.ts'
import type { StaffAccountRepository } from '../persistence/staff-account.repository.ts'
import type { UsedChallengeRepository } from '../persistence/used-challenge.repository.ts'
import type { StaffSession } from '../staff.api.ts'
import { checkNewPasskey, creationOptions } from './passkey-ceremonies.ts'
import { personIdOf, type ProveAgain } from './prove-again.ts'

interface PasskeyChange {
  readonly change: 'passkey-added' | 'passkey-renamed' | 'passkey-removed'
  /** The passkey's name; null where it is not there. */
  readonly before: string | null
  readonly after: string | null
  readonly by: Actor
}

/**
 * Adds, renames and removes passkeys of signed-in staff: each act in one transaction with its line in the log, and with a
 * mail when it changes what opens the gate.
 */
export function createOwnPasskeys(deps: {
  readonly database: Database
  readonly clock: Clock
  readonly events: Pick<EventBus, 'publish'>
  readonly accounts: Pick<StaffAccountRepository, 'find' | 'set'>
  readonly usedChallenges: UsedChallengeRepository
  readonly audit: Pick<AuditLog, 'record'>
  readonly seal: Seal
  readonly proveAgain: ProveAgain
}): OwnPasskeys {
  const { database, clock, events, accounts, usedChallenges, audit, seal, proveAgain } = deps

  /** With the password, so that another one ends what was begun with the former. */
  const purposeOf = (personId: string, { passwordHash }: StaffCredentials) =>
    `new passkey of ${personId} ${passwordHash}` as const

  function checkRoom(passkeys: readonly Passkey[]): void {
    if (passkeys.length >= MAX_PASSKEYS) throw new TooManyPasskeys(MAX_PASSKEYS)
  }

  /** @throws NoOwnCredentials */
  async function currentOf(session: StaffSession, tx?: Transaction) {
    const personId = personIdOf(session)
    const account = personId === null ? null : await accounts.find(personId, tx)
    if (account === null || account.credentials === null) throw new NoOwnCredentials()
    return { account, credentials: account.credentials }
  }

  /** @throws PasskeyNotFound */
  function passkeyOf({ passkeys }: StaffCredentials, key: string): Passkey {
    const found = passkeys.find((each) => passkeyKeyOf(each) === key)
    if (found === undefined) throw new PasskeyNotFound()
    return found
  }

  /** Stores a person's passkeys, and writes down the name of the one that is another now. */
  async function store(
    tx: Transaction,
    { account, credentials }: { readonly account: StaffAccount; readonly credentials: StaffCredentials },
    passkeys: readonly Passkey[],
    { change, by, ...names }: PasskeyChange,
  ): Promise<void> {
    await accounts.set(tx, account.id, { credentials: { ...credentials, passkeys } })
    if (change !== 'passkey-renamed') await events.publish(tx, staffSecurityChanged, { personId: account.id, change })
    const changes = [{ field: 'passkey', ...names }]
    await audit.record(tx, { action: `staff.${change}`, subject: `staff ${account.name}`, by, changes })
  }

  return {
    async begin(session, currentPassword, site) {
      const { account, credentials } = await proveAgain(session, currentPassword)
      checkRoom(credentials.passkeys)
      const { challenge, sealed } = newChallenge(seal, purposeOf(account.id, credentials), clock.now())
      const options = await creationOptions(site, challenge, account, credentials.passkeys)
      return { options, sealedChallenge: sealed }
    },

    async add(session, { name, answer, sealedChallenge, site }, by) {
      const { account, credentials } = await currentOf(session)
      const challenge = openChallenge(seal, sealedChallenge, purposeOf(account.id, credentials), clock.now())
      if (challenge === null) throw new PasskeyTimedOut()
      const checked = await checkNewPasskey(answer, site, challenge)
      if (checked === null) throw new PasskeyNotTaken()
      await database.transaction(async (tx) => {
        const now = clock.now()
        const until = new Date(now.getTime() + CHALLENGE_MS)
        if (!(await usedChallenges.use(tx, challengeDigestOf(challenge), until))) throw new PasskeyTimedOut()
        const current = await currentOf(session, tx)
        const { passkeys, passwordHash } = current.credentials
        if (passwordHash !== credentials.passwordHash) throw new PasskeyTimedOut()
        checkRoom(passkeys)
        if (passkeys.some(({ id }) => id === checked.id)) throw new PasskeyNotTaken()
        const added = [...passkeys, { ...checked, name, addedAt: now, lastUsedAt: null }]
        await store(tx, current, added, { change: 'passkey-added', before: null, after: name, by })
      })
    },

    async rename(session, key, name, by) {
      await database.transaction(async (tx) => {
        const current = await currentOf(session, tx)
        const renamed = passkeyOf(current.credentials, key)
        if (renamed.name === name) return
        const passkeys = current.credentials.passkeys.map((each) => (each === renamed ? { ...each, name } : each))
        await store(tx, current, passkeys, { change: 'passkey-renamed', before: renamed.name, after: name, by })
      })
    },

    async remove(session, key, by) {
      await database.transaction(async (tx) => {
        const current = await currentOf(session, tx)
        const removed = passkeyOf(current.credentials, key)
        const left = current.credentials.passkeys.filter((each) => each !== removed)
        await store(tx, current, left, { change: 'passkey-removed', before: removed.name, after: null, by })
      })
    },
  }
}
