import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { root } from './toolchain.mjs'

const SMTP_URL = 'smtps://user:password@mail.example'
let copy: string

beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'superprinter-secrets-'))
  mkdirSync(join(copy, 'scripts'))
  for (const name of ['make-secrets.mjs', 'toolchain.mjs'])
    cpSync(join(root, 'scripts', name), join(copy, 'scripts', name))
})
afterEach(() => rmSync(copy, { recursive: true, force: true }))

function make(smtpUrl = SMTP_URL): string {
  // As on machines where new files are for their owner alone.
  const command = 'umask 077 && exec "$0" scripts/make-secrets.mjs "$1"'
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command, process.execPath, smtpUrl], { cwd: copy })
  expect([status, stderr.toString()]).toEqual([0, ''])
  return stdout.toString()
}
const fileOf = (name: string) => join(copy, 'secrets', name)
const names = () => readdirSync(join(copy, 'secrets'))
const secret = (name: string) => readFileSync(fileOf(name), 'utf8').trim()

function expectThatAllFit(): void {
  expect(new URL(secret('mongodb_uri')).password).toBe(secret('mongo_password'))
  expect(new URL(secret('redis_url')).password).toBe(secret('redis_password'))
}

it('makes secrets that fit each other and that containers can read', () => {
  make()
  expectThatAllFit()
  expect(secret('smtp_url')).toBe(SMTP_URL)
  expect(statSync(join(copy, 'secrets')).mode & 0o777).toBe(0o700)
  for (const name of names()) expect([name, statSync(fileOf(name)).mode & 0o777]).toEqual([name, 0o444])
})

it('lets the container of MongoDB read what makes its login, wherever the sources come from', () => {
  const file = join(copy, 'deploy', 'mongo-user.js')
  mkdirSync(join(copy, 'deploy'))
  writeFileSync(file, '', { mode: 0o600 })
  make()
  expect(statSync(file).mode & 0o777).toBe(0o644)
  // One that others can read may be another user's, and is left alone.
  chmodSync(file, 0o664)
  make()
  expect(statSync(file).mode & 0o777).toBe(0o664)
})

it.each<[what: string, missing: readonly string[]]>([
  ['before both addresses', ['mongodb_uri', 'redis_password', 'redis_url']],
  ['between the password of Redis and its address', ['redis_url']],
  ['between the address of MongoDB and the password of Redis', ['redis_password', 'redis_url']],
])('goes on where a run was broken off %s', (_what, missing) => {
  make()
  const before = new Map(names().map((name) => [name, secret(name)]))
  for (const name of missing) rmSync(fileOf(name))
  make()
  expect(names()).toEqual([...before.keys()])
  expectThatAllFit()
  for (const [name, value] of before) if (!missing.includes(name)) expect([name, secret(name)]).toEqual([name, value])
})

it('says that another mail server is not taken while one is named', () => {
  make()
  expect(make('smtps://user:password@other.example')).toContain('secrets/smtp_url exists and stays as it is')
  expect(secret('smtp_url')).toBe(SMTP_URL)
  expect(make()).not.toContain('smtp_url')
})
