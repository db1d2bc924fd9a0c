import { randomUUID } from 'node:crypto'
import type { Clock } from '#platform/time/clock'
import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import { CODE_TRIES, codeExpiryOf, type LoginCodes } from '../domain/login-code.ts'
import { newSession, withPasswordChoice } from '../domain/session.ts'
import { normalizedEmail } from '../domain/user.ts'
import { CodeExpired, CodeUsedUp, CodeWrong } from '../errors.ts'
import { loginCodeRequested } from '../events.ts'
import type { EmailProofRepository } from '../persistence/email-proof.repository.ts'
import type { LoginCodeRepository } from '../persistence/login-code.repository.ts'
import type { SessionRepository } from '../persistence/session.repository.ts'
import type { EndTrust } from './end-trust.ts'
import type { SignedIn } from './sign-in.ts'

/** Who asks for a code, and for which address. */
export interface CodeRequest {
  readonly email: string
  /** The secret of the browser that asks. Wrong codes that others type do not count there. */
  readonly browser: string
  /** Whether the person who asks has proved to read the address. */
  readonly isReader: boolean
}

/** A code that somebody typed. */
export interface CodeProof {
  readonly email: string
  readonly otp: string
  /** The secret with which the browser asked for a code; null for one that did not ask. */
  readonly browser: string | null
}

/** Signing in by a code that is sent to the address. */
export interface SignInByCode {
  /** Whether a token is that of the link in a mail with a code to this address, of today or yesterday. */
  isReader(email: string, token: string): boolean
  /**
   * Has a six-digit code sent to an address, if it has an account; a former code of the same browser stops working. It
   * does the same work for every address, so that neither the answer nor its time reveals who is a customer.
   */
  requestCode(request: CodeRequest): Promise<void>
  /**
   * Opens a session for the newest code that the browser asked for, or anybody if it did not ask, in which the customer
   * may choose a new password. The address is thereby proved; if it was not before, all ends that the person who opened
   * the account with it set up.
   * @throws CodeWrong @throws CodeUsedUp @throws CodeExpired
   */
  signInByCode(proof: CodeProof, device: string | null): Promise<SignedIn>
}

export function createSignInByCode(deps: {
  readonly database: Database
  readonly clock: Clock
  readonly events: Pick<EventBus, 'publish'>
  readonly emailProofs: EmailProofRepository
  readonly sessions: SessionRepository
  readonly endTrust: EndTrust
  readonly codes: LoginCodeRepository
  readonly loginCodes: LoginCodes
}): SignInByCode {
  const { database, clock, events, emailProofs, sessions, endTrust, codes, loginCodes } = deps

  /** A code that was asked for elsewhere counts in the row that all other browsers share. */
  async function countTry(email: string, browser: string | null) {
    const [own, shared] = [loginCodes.keyOf(email, browser), loginCodes.keyOf(email, null)]
    const found = await codes.countTry(own, clock.now())
    if (found !== 'expired' || own === shared) return { key: own, found }
    return { key: shared, found: await codes.countTry(shared, clock.now()) }
  }

  return {
    isReader: (email, token) => loginCodes.isReaderToken(token, normalizedEmail(email), clock.now()),
    async requestCode({ email: typed, browser, isReader }) {
      const email = normalizedEmail(typed)
      const codeKey = loginCodes.keyOf(email, browser)
      const requestId = randomUUID()
      await database.transaction(async (tx) => {
        const keys = [codeKey, loginCodes.keyOf(email, null)]
        await codes.open(tx, keys, { requestId, expiresAt: codeExpiryOf(clock.now()) })
        await events.publish(tx, loginCodeRequested, { email, codeKey, requestId, isReader })
      })
    },
    async signInByCode({ email: typed, otp, browser }, device) {
      const email = normalizedEmail(typed)
      const { key, found } = await countTry(email, browser)
      if (found === 'expired') throw new CodeExpired()
      if (found === 'used up') throw new CodeUsedUp()
      if (!loginCodes.fits(found.codeDigest, email, otp)) {
        const left = CODE_TRIES - found.tries
        throw left === 0 ? new CodeUsedUp() : new CodeWrong(left)
      }

      return database.transaction(async (tx) => {
        if (!(await codes.use(tx, key, loginCodes.digestOf(email, otp)))) throw new CodeExpired()
        const now = clock.now()
        const before = await emailProofs.proveByCode(tx, email, now)
        if (before === null) throw new CodeExpired()
        if (!before.isEmailVerified) await endTrust(tx, before.id, now)
        const session = withPasswordChoice(newSession(before.id, device, now), now)
        await sessions.insert(session, tx)
        return { user: { ...before, isEmailVerified: true }, session }
      })
    },
  }
}
