import { randomBytes } from 'node:crypto'
import type { Options } from '@node-rs/argon2'
import { AppError } from '../errors/errors.ts'
import { createPlaces } from '../concurrency/places.ts'

/** Another password would have to wait too long for those that are being checked. */
export class TooBusy extends AppError {
  constructor() {
    super('unavailable', 'TOO_BUSY', 'Many people are signing in right now. Please try again in a few seconds.', {
      retryAfterSeconds: 3,
    })
  }
}

/** Each check takes 19 MB and one of the four threads that files and compression need, too. */
const AT_ONCE = 2
const IN_LINE = 32

/** The least that OWASP asks of argon2id: 19 MiB, two passes, one lane. */
const ARGON2ID: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Loaded for the first password: its native part takes 7 ms, for which a start need not wait. */
const argon2 = () => import('@node-rs/argon2')
const verify = async (storedHash: string, password: string): Promise<boolean> =>
  (await argon2()).verify(storedHash, password)

/** Systems type one letter in two ways ("ü" as one character, or as "u" with a mark): of each password one form is kept. */
const normalized = (password: string): string => password.normalize('NFC')

/** The forms in which a password may be kept, of which the first is; others come from versions that kept what was typed. */
function formsOf(password: string): readonly string[] {
  return [...new Set([normalized(password), password, password.normalize('NFD')])]
}

export interface PasswordHasher {
  /** @throws TooBusy when too many are waiting already */
  hash(password: string): Promise<string>
  /**
   * Whether the password fits the hash. Without a hash (no account has this address) it takes the same time and
   * resolves to false. @throws TooBusy
   */
  matches(password: string, storedHash: string | null): Promise<boolean>
}

/**
 * Hashes with argon2id, a few passwords at once: a storm of sign-ins takes neither memory nor time from other requests.
 * @param options.cost what a hash takes: the least that OWASP asks. Only tests say otherwise
 */
export function createPasswordHasher(
  options: { readonly atOnce?: number; readonly inLine?: number; readonly cost?: Options } = {},
): PasswordHasher {
  const { atOnce = AT_ONCE, inLine = IN_LINE, cost = ARGON2ID } = options
  const hash = async (password: string): Promise<string> => (await argon2()).hash(password, cost)
  const places = createPlaces(atOnce, { max: inLine, refusal: () => new TooBusy() })
  let dummyHash: Promise<string> | null = null

  function fits(storedHash: string, password: string): Promise<boolean> {
    return places.run(async () => {
      for (const form of formsOf(password)) if (await verify(storedHash, form)) return true
      return false
    })
  }

  return {
    hash: (password) => places.run(() => hash(normalized(password))),
    async matches(password, storedHash) {
      if (storedHash !== null) return fits(storedHash, password)
      // A failure is not kept: the next unknown address makes the hash again.
      dummyHash ??= hash(randomBytes(24).toString('hex')).catch((error: unknown) => {
        dummyHash = null
        throw error
      })
      const dummy = await dummyHash
      await fits(dummy, password)
      return false
    },
  }
}
