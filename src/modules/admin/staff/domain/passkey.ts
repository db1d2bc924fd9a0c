import { createHash } from 'node:crypto'

/** The most that one person has at a time. */
export const MAX_PASSKEYS = 10

/** A key pair of somebody's device or password manager, of which the shop has the public half (WebAuthn level 3). */
export interface Passkey {
  /** As the device names it, in base64url. */
  readonly id: string
  /** What the person calls it. */
  readonly name: string
  /** A COSE key, in base64url. */
  readonly publicKey: string
  /** How often the device says that it was used; passkeys that are synced say 0 each time. */
  readonly counter: number
  /** How browsers reach the device, as it said itself. */
  readonly transports: readonly string[]
  readonly addedAt: Date
  readonly lastUsedAt: Date | null
}

/** What a passkey is called in lists and addresses. */
export function passkeyKeyOf({ id }: Pick<Passkey, 'id'>): string {
  return createHash('sha256').update(id).digest('base64url').slice(0, 22)
}

/** A counter that does not grow means that there is a copy of the key. */
export function isNextCounter(stored: number, next: number): boolean {
  return next > stored || (next === 0 && stored === 0)
}
