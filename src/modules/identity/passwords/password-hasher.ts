import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { TooBusy } from '../errors.ts'

/** Each takes 19 MB and a thread; more at once would only make all of them slower. */
const AT_ONCE = 4
const IN_LINE = 32

/** The least that OWASP asks of argon2id: 19 MiB, two passes, one lane. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export interface PasswordHasher {
  /** @throws TooBusy when too many are waiting already */
  hash(password: string): Promise<string>
  /**
   * Whether the password fits the hash. Without a hash (nobody has this address) it takes the same time and answers
   * false. @throws TooBusy
   */
  matches(password: string, storedHash: string | null): Promise<boolean>
}

/** argon2id, a few at once, so that a storm of sign-ins neither eats the memory nor the time of other requests. */
export function createPasswordHasher(
  options: { readonly atOnce?: number; readonly inLine?: number } = {},
): PasswordHasher {
  const { atOnce = AT_ONCE, inLine = IN_LINE } = options
  const waiting: (() => void)[] = []
  let busy = 0
  let nobodysHash: Promise<string> | null = null

  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (busy < atOnce) busy++
    else if (waiting.length < inLine) await new Promise<void>((resolve) => waiting.push(resolve))
    else throw new TooBusy()
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The place is handed on, so nobody can slip in between.
      if (next === undefined) busy--
      else next()
    }
  }

  return {
    hash: (password) => inTurn(() => hash(password, ARGON2ID)),
    async matches(password, storedHash) {
      if (storedHash !== null) return inTurn(() => verify(storedHash, password))
      // A failure is not kept: the next unknown address makes the hash again.
      nobodysHash ??= hash(randomBytes(24).toString('hex'), ARGON2ID).catch((error: unknown) => {
        nobodysHash = null
        throw error
      })
      const dummy = await nobodysHash
      await inTurn(() => verify(dummy, password))
      return false
    },
  }
}
