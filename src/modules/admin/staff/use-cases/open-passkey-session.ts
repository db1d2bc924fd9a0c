import type { Clock } from '#platform/time/clock'
import type { Database } from '#platform/database/database'
import type { AuditLog } from '../../audit/audit.api.ts'
import { challengeDigestOf, CHALLENGE_MS, newChallenge, openChallenge } from './passkey-challenge.ts'
import { isNextCounter } from '../domain/passkey.ts'
import type { Seal } from '#platform/security/seal'
import { personOf, type StaffAccount } from '../domain/staff-account.ts'
import { PasskeyRefused, PasskeyTimedOut } from '../errors.ts'
import type { PasskeyGate } from '../passkeys.api.ts'
import type { StaffAccountRepository } from '../persistence/staff-account.repository.ts'
import type { UsedChallengeRepository } from '../persistence/used-challenge.repository.ts'
import { checkPasskey, requestOptions } from './passkey-ceremonies.ts'
import type { BeginSession } from './staff-sessions.ts'

const PURPOSE = 'passkey sign-in'

/**
 * Signs people in by a passkey. Challenge, counter and passkey are looked at again in the transaction that opens the
 * session, so that an answer counts once, and none gets in beside the end of the passkey or of all access.
 */
export function createPasskeyGate(deps: {
  readonly database: Database
  readonly clock: Clock
  readonly accounts: Pick<StaffAccountRepository, 'find' | 'set'>
  readonly usedChallenges: UsedChallengeRepository
  readonly audit: Pick<AuditLog, 'record'>
  readonly seal: Seal
  readonly beginSession: BeginSession
}): PasskeyGate {
  const { database, clock, accounts, usedChallenges, audit, seal, beginSession } = deps

  async function refuse(
    account: StaffAccount | null,
    address: string,
    refusal: Error = new PasskeyRefused(),
  ): Promise<never> {
    const subject = account === null ? null : `staff ${account.name}`
    await audit.record(null, { action: 'session.refused', subject, by: { person: null, address } })
    throw refusal
  }

  return {
    async begin(site) {
      const { challenge, sealed } = newChallenge(seal, PURPOSE, clock.now())
      return { options: await requestOptions(site, challenge), sealedChallenge: sealed }
    },

    async open({ answer, sealedChallenge, site, ...place }) {
      const challenge = openChallenge(seal, sealedChallenge, PURPOSE, clock.now())
      if (challenge === null) return refuse(null, place.address, new PasskeyTimedOut())
      const account = await accounts.find(Buffer.from(answer.response.userHandle ?? '', 'base64url').toString())
      const passkey = account?.credentials?.passkeys.find(({ id }) => id === answer.id)
      if (account === null || passkey === undefined) return refuse(account, place.address)
      const counter = await checkPasskey(answer, site, challenge, passkey)
      if (counter === null) return refuse(account, place.address)

      const opening = database.transaction(async (tx) => {
        const now = clock.now()
        const until = new Date(now.getTime() + CHALLENGE_MS)
        if (!(await usedChallenges.use(tx, challengeDigestOf(challenge), until))) throw new PasskeyTimedOut()
        const current = await accounts.find(account.id, tx)
        const credentials = current?.credentials ?? null
        const stored = credentials?.passkeys.find(({ id }) => id === passkey.id)
        if (current === null || credentials === null || stored === undefined) return null
        if (!isNextCounter(stored.counter, counter)) return null
        const passkeys = credentials.passkeys.map((each) =>
          each.id === passkey.id ? { ...each, counter, lastUsedAt: now } : each,
        )
        await accounts.set(tx, account.id, { credentials: { ...credentials, passkeys }, lastSeenAt: now })
        return beginSession(tx, personOf(current), place, 'session.opened-by-passkey')
      })
      const opened = await opening.catch((error: unknown) => {
        if (error instanceof PasskeyTimedOut) return refuse(account, place.address, error)
        throw error
      })
      return opened ?? refuse(account, place.address)
    },
  }
}
