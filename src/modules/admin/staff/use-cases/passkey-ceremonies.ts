import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { CHALLENGE_MS } from './passkey-challenge.ts'
import type { Passkey } from '../domain/passkey.ts'
import type { StaffAccount } from '../domain/staff-account.ts'
import type { PasskeySite } from '../passkeys.api.ts'

const SHOP_NAME = 'Superprinter'
/** EdDSA, ES256 and RS256: between them every device has one. */
const ALGORITHMS = [-8, -7, -257]

/** Read at the first use: it takes 25 MB of memory, which a shop without passkeys need not have. */
const load = () => import('@simplewebauthn/server')

/** What is common to both ways to check an answer. */
const expectedOf = (site: PasskeySite, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: [...site.origins],
  expectedRPID: site.rpId,
  requireUserVerification: true,
})
const bytesOf = (base64url: string) => new Uint8Array(Buffer.from(base64url, 'base64url'))

/** What a browser asks its person by to make a passkey that is found without an email address. */
export async function creationOptions(
  site: PasskeySite,
  challenge: string,
  { id, name, email }: StaffAccount,
  passkeys: readonly Passkey[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await load()
  return generateRegistrationOptions({
    rpName: SHOP_NAME,
    rpID: site.rpId,
    userID: new Uint8Array(Buffer.from(id)),
    userName: email,
    userDisplayName: name,
    challenge: bytesOf(challenge),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: passkeys.map((passkey) => ({ id: passkey.id, transports: [...passkey.transports] })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
}

export async function requestOptions(
  site: PasskeySite,
  challenge: string,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await load()
  const options = { challenge: bytesOf(challenge), timeout: CHALLENGE_MS, userVerification: 'required' } as const
  return generateAuthenticationOptions({ rpID: site.rpId, ...options })
}

/** What is stored of a new passkey; null for an answer that is not one to this challenge, site and requirements. */
export async function checkNewPasskey(
  answer: RegistrationResponseJSON,
  site: PasskeySite,
  challenge: string,
): Promise<Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports'> | null> {
  const { verifyRegistrationResponse } = await load()
  const expected = { ...expectedOf(site, challenge), supportedAlgorithmIDs: ALGORITHMS }
  // The library throws for whatever is wrong with an answer.
  const { registrationInfo } = await verifyRegistrationResponse({ response: answer, ...expected }).catch(() => ({
    registrationInfo: undefined,
  }))
  if (registrationInfo === undefined) return null
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential
  return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports }
}

/** The counter that comes with the proof that somebody has the key; null when it is none. */
export async function checkPasskey(
  answer: AuthenticationResponseJSON,
  site: PasskeySite,
  challenge: string,
  passkey: Passkey,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await load()
  const { id, counter } = passkey
  const credential = { id, counter, publicKey: bytesOf(passkey.publicKey) }
  const checked = await verifyAuthenticationResponse({
    response: answer,
    ...expectedOf(site, challenge),
    credential,
  }).catch(() => null)
  return checked?.verified === true ? checked.authenticationInfo.newCounter : null
}
