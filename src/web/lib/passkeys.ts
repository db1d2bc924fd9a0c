import type { PasskeyCreationOptions, PasskeyRequestOptions } from '#contracts/passkeys'

const load = () => import('@simplewebauthn/browser')

/** What the browser says when it gives no passkey; the names are WebAuthn's. */
const PROBLEMS: Readonly<Record<string, string>> = {
  NotAllowedError: 'Your browser gave no passkey: it was cancelled, took too long, or there is none for this shop.',
  AbortError: 'Your browser gave no passkey: it was cancelled, took too long, or there is none for this shop.',
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

/** Why the browser gave no passkey, in a sentence; null for any other error. */
export function passkeyProblem(error: unknown): string | null {
  return error instanceof Error ? (PROBLEMS[error.name] ?? null) : null
}
