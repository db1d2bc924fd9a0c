import type { PasskeyCreationOptions, PasskeyRequestOptions } from '#contracts/passkeys'

const load = () => import('@simplewebauthn/browser')

/** Browsers say the same for all three, so that a page learns nothing of who has a passkey. */
export const NO_PASSKEY_GIVEN =
  'Your browser gave no passkey: it was canceled, took too long, or there is none for this shop.'

/** What the browser says when it gives no passkey; the names are WebAuthn's. */
const PROBLEMS: Readonly<Record<string, string>> = {
  NotAllowedError: NO_PASSKEY_GIVEN,
  AbortError: NO_PASSKEY_GIVEN,
  InvalidStateError: 'This device has a passkey for you already.',
  SecurityError: 'Browsers have no passkeys for this address. Open the shop at its own address.',
}

/** Whether this browser has passkeys for this address: not without encryption but on this machine, nor for numbers. */
export function hasPasskeys(): boolean {
  return isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname)
}

/** Reads what makes and gives passkeys before it is needed: browsers ask soon after a press, or not at all. */
export function preloadPasskeys(): void {
  void load().catch(() => {})
}

/** Has the browser ask its person to make a passkey. */
export async function makePasskey({ pubKeyCredParams, excludeCredentials, ...options }: PasskeyCreationOptions) {
  const { startRegistration } = await load()
  return startRegistration({
    optionsJSON: {
      ...options,
      pubKeyCredParams: [...pubKeyCredParams],
      excludeCredentials: [...excludeCredentials],
    },
  })
}

/** Has the browser ask its person for a passkey. */
export async function askForPasskey(options: PasskeyRequestOptions) {
  const { startAuthentication } = await load()
  return startAuthentication({ optionsJSON: options })
}

/** Whether the browser offers passkeys where a field that asks for a user name is filled in. */
export async function offersPasskeysInFields(): Promise<boolean> {
  const { browserSupportsWebAuthnAutofill } = await load()
  return hasPasskeys() && (await browserSupportsWebAuthnAutofill())
}

/** Waits until a passkey is chosen in a field, which may be never. Another call for a passkey ends the wait. */
export async function awaitPasskeyInField(options: PasskeyRequestOptions) {
  const { startAuthentication } = await load()
  return startAuthentication({ optionsJSON: options, useBrowserAutofill: true })
}

/** Ends the wait for a passkey in a field. */
export async function stopAwaitingPasskey(): Promise<void> {
  const { WebAuthnAbortService } = await load()
  WebAuthnAbortService.cancelCeremony()
}

/** Why the browser gave no passkey, in a sentence; null for any other error. */
export function passkeyProblem(error: unknown): string | null {
  return error instanceof Error ? (PROBLEMS[error.name] ?? null) : null
}
