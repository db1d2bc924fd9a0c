import { createPasswordHasher, type PasswordHasher } from '#platform/security/passwords'

/** Hashes as the shop does, with the least that argon2id can take: tests that sign people in prove nothing by its cost. */
export const quickPasswords = (): PasswordHasher =>
  createPasswordHasher({ cost: { memoryCost: 8, timeCost: 1, parallelism: 1 } })
