/**
 * The Idempotency-Key of something that must happen once, made when its form opens: unguessable and unique, also where
 * crypto.randomUUID is missing (a plain http address in the local network).
 */
export function newAttemptKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
