import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Actor } from '../audit/audit.api.ts'
import type { OpenedSession, SignInPlace, StaffSession } from './staff.api.ts'

/** Where the passkeys of the shop belong: browsers give them to no other site. */
export interface PasskeySite {
  /** The domain that a passkey is bound to. */
  readonly rpId: string
  /** The pages that may use it. */
  readonly origins: readonly string[]
}

/** What a browser gets to ask its person for a passkey. */
export interface PasskeyRequest<Options> {
  readonly options: Options
  /** For a cookie that comes back with the answer: the same browser must give it, soon. */
  readonly sealedChallenge: string
}

interface PasskeyAnswer<Answer> {
  readonly answer: Answer
  readonly sealedChallenge: string | null
  readonly site: PasskeySite
}

/** The gate of the back office for people who added a passkey: it takes the place of email, password and code. */
export interface PasskeyGate {
  /** Asks for any passkey of this site; whose it is stands in the answer. */
  begin(site: PasskeySite): Promise<PasskeyRequest<PublicKeyCredentialRequestOptionsJSON>>
  /**
   * Opens a session for 24 hours. Each challenge counts once. The device must have asked for a fingerprint, face or PIN.
   * @throws PasskeyTimedOut @throws PasskeyRefused
   */
  open(input: PasskeyAnswer<AuthenticationResponseJSON> & SignInPlace): Promise<OpenedSession>
}

/** The passkeys of signed-in staff. */
export interface OwnPasskeys {
  /** @throws NoOwnCredentials @throws CurrentStaffPasswordWrong @throws TooManyPasskeys @throws TooBusy */
  begin(
    session: StaffSession,
    currentPassword: string,
    site: PasskeySite,
  ): Promise<PasskeyRequest<PublicKeyCredentialCreationOptionsJSON>>
  /** The person hears of it by mail. @throws PasskeyTimedOut @throws PasskeyNotTaken @throws TooManyPasskeys */
  add(
    session: StaffSession,
    input: PasskeyAnswer<RegistrationResponseJSON> & { readonly name: string },
    by: Actor,
  ): Promise<void>
  /** Calls it otherwise; what it opens stays. @throws PasskeyNotFound */
  rename(session: StaffSession, key: string, name: string, by: Actor): Promise<void>
  /** @throws PasskeyNotFound */
  remove(session: StaffSession, key: string, by: Actor): Promise<void>
}
