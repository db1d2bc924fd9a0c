import { randomBytes } from 'node:crypto'
import { chmodSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../process/make-folder.ts'

const SECRET_MIN_LENGTH = 32
const SECRET_FILE = 'jwt-secret'

/** Words that people put where a secret belongs; a long secret made of them is still no secret. */
const PLACEHOLDER_WORDS = [
  'superprinter',
  'production',
  'development',
  'secret',
  'change',
  'password',
  'default',
  'example',
  'super',
  'please',
  'your',
  'this',
  'jwt',
  'token',
  'keyboard',
  'key',
  'long',
  'test',
  '0123456789',
  '1234567890',
  '123456',
  'abcdefghijklmnopqrstuvwxyz',
  'qwerty',
]

/** True for a secret that a stranger would guess: too short, too few different characters, or a placeholder. */
export function isWeakSecret(secret: string): boolean {
  if (secret.length < SECRET_MIN_LENGTH || new Set(secret).size < 8) return true
  const rest = PLACEHOLDER_WORDS.reduce((text, word) => text.replaceAll(word, ''), secret.toLowerCase())
  return rest.replaceAll(/[^a-z0-9]/g, '').length < 16
}

/** What is in the file is no usable secret; it is never replaced silently, for that would sign everybody out. */
export class SecretFileBroken extends Error {
  override readonly name = 'SecretFileBroken'
  constructor(path: string) {
    super(
      `${path} does not hold a usable secret: delete it to get a new one (everybody is signed out then), or set JWT_SECRET`,
    )
  }
}

function readSecretFile(path: string): string | null {
  let secret
  try {
    secret = readFileSync(path, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  if (isWeakSecret(secret)) throw new SecretFileBroken(path)
  chmodSync(path, 0o600)
  return secret
}

/**
 * The secret that signs sessions on a machine where none is configured: read from `dataDir`, made there at the first
 * start (file mode 0600). Two processes that start at once get the same one.
 * @throws SecretFileBroken when the file holds something else
 */
export function ensureSecret(dataDir: string): string {
  makeFolder(dataDir)
  const path = join(dataDir, SECRET_FILE)
  const existing = readSecretFile(path)
  if (existing !== null) return existing
  // Written whole beside it and then linked, so that nobody ever reads half a secret and the first one wins.
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    // A full disk takes the name and not what is in it.
    writeFileSync(draft, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true })
    try {
      linkSync(draft, path)
    } catch (error) {
      // A file system without hard links: the last one wins instead, which is as good for a single process.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') renameSync(draft, path)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  return readSecretFile(path) ?? ensureSecret(dataDir)
}

/**
 * The secret that an earlier start made in `dataDir`; null where there is none.
 * @throws SecretFileBroken
 */
export function readSecret(dataDir: string): string | null {
  return readSecretFile(join(dataDir, SECRET_FILE))
}

/** Writes a secret that comes from elsewhere, in the place of another one. Returns the file's path. */
export function writeSecret(dataDir: string, name: string, secret: string): string {
  makeFolder(dataDir)
  const path = join(dataDir, name)
  const draft = `${path}.${process.pid}`
  try {
    writeFileSync(draft, `${secret}\n`, { mode: 0o600, flush: true })
    renameSync(draft, path)
  } finally {
    rmSync(draft, { force: true })
  }
  return path
}
