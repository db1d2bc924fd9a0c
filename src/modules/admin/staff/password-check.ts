import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

const KEY_LENGTH = 32
/** 16 MB and some 50 ms each: a guesser pays for every try, the one who knows it does not notice. */
const COST = { N: 2 ** 14, r: 8, p: 1 }

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, KEY_LENGTH, COST, (error, key) => (error === null ? resolve(key) : reject(error)))
  })
}

/**
 * Compares with the configured password. What is kept in memory is a salted hash of it, made once; every comparison
 * derives a key of the same length and compares it in constant time, so that a wrong password takes the same time
 * whatever it has in common with the right one.
 */
export function createPasswordCheck(password: string): (candidate: string) => Promise<boolean> {
  const salt = randomBytes(16)
  const expected = derive(password, salt)
  // Whoever checks first hears of a failure; until then nobody listens.
  expected.catch(() => {})
  return async (candidate) => timingSafeEqual(await derive(candidate, salt), await expected)
}
