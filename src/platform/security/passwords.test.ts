import { hash as argon2Hash } from '@node-rs/argon2'
import { describe, expect, it } from 'vitest'
import { createPasswordHasher, TooBusy } from './passwords.ts'

describe('hashing passwords', () => {
  it('keeps an argon2id hash that fits the password alone', async () => {
    const hasher = createPasswordHasher()
    const hash = await hasher.hash('naïve 🖨️ '.repeat(10))
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await hasher.matches('naïve 🖨️ '.repeat(10), hash)).toBe(true)
    expect(await hasher.matches('naïve 🖨️ '.repeat(9), hash)).toBe(false)
  })

  it('takes a letter with its mark as one, whichever way a system types it, and knows what was kept before that', async () => {
    const [composed, decomposed] = ['Grüße aus Köln'.normalize('NFC'), 'Grüße aus Köln'.normalize('NFD')]
    const hasher = createPasswordHasher()
    for (const chosen of [composed, decomposed]) {
      const hash = await hasher.hash(chosen)
      const before = await argon2Hash(chosen)
      for (const typed of [composed, decomposed]) {
        expect(await hasher.matches(typed, hash)).toBe(true)
        expect(await hasher.matches(typed, before)).toBe(true)
      }
      expect(await hasher.matches('Grusse aus Koln', hash)).toBe(false)
    }
  })

  it('takes about as long for an address that nobody has', async () => {
    const hasher = createPasswordHasher()
    const hash = await hasher.hash('correct horse battery')
    expect(await hasher.matches('anything', null)).toBe(false)
    const time = async (stored: string | null) => {
      const start = performance.now()
      await hasher.matches('wrong guess', stored)
      return performance.now() - start
    }
    const known: number[] = []
    const unknown: number[] = []
    for (let i = 0; i < 40; i++) {
      known.push(await time(hash))
      unknown.push(await time(null))
    }
    // The least of each: whatever else the machine does only adds to a time.
    expect(Math.min(...unknown) / Math.min(...known)).toBeGreaterThan(0.6)
    expect(Math.min(...unknown) / Math.min(...known)).toBeLessThan(1.7)
  })

  it('works off a few at once, lets some wait, and sends the rest away', async () => {
    const hasher = createPasswordHasher({ atOnce: 2, inLine: 3 })
    const results = await Promise.allSettled(Array.from({ length: 9 }, () => hasher.hash('correct horse battery')))
    expect(results.map(({ status }) => status)).toEqual([
      ...Array<string>(5).fill('fulfilled'),
      ...Array<string>(4).fill('rejected'),
    ])
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(TooBusy)
    expect(new TooBusy()).toMatchObject({ kind: 'unavailable', retryAfterSeconds: 3 })
    expect(await hasher.matches('correct horse battery', await hasher.hash('correct horse battery'))).toBe(true)
  })
})
