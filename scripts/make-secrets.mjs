// Makes what `docker compose up` asks for in ./secrets: node scripts/make-secrets.mjs smtps://user:password@mail.example
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './toolchain.mjs'

const folder = join(root, 'secrets')
/** Holds no secret; a container reads it under a user of its own. */
const MONGO_USER = join(root, 'deploy', 'mongo-user.js')

/**
 * Writes the files that are missing; one that exists is never changed, because databases were made with it. Nobody else
 * enters the folder, but containers read single files of it under users of their own. The addresses come last and are made
 * of the passwords that lie there, so that a run that was broken off is finished by the next one.
 * @param {string} smtpUrl
 */
function makeSecrets(smtpUrl) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  const random = () => randomBytes(36).toString('base64url')
  const [hasMongo, hasRedis] = [has('mongodb_uri'), has('redis_url')]
  if (hasMongo && hasRedis) console.log('The logins of MongoDB and Redis exist and stay as they are.')
  if (smtpUrl !== '' && has('smtp_url') && read('smtp_url') !== smtpUrl)
    console.log('secrets/smtp_url exists and stays as it is; delete it to name another mail server.')
  const files = {
    jwt_secret: random,
    // It has signed nothing; a change of the secret puts the former one in its place.
    jwt_secret_old: random,
    admin_password: random,
    metrics_token: random,
    smtp_url: () => smtpUrl,
    ...(!hasMongo && {
      mongo_keyfile: () => randomBytes(256).toString('base64'),
      mongo_root_password: random,
      mongo_password: random,
      mongodb_uri: () =>
        `mongodb://superprinter:${read('mongo_password')}@mongo:27017/superprinter?replicaSet=rs0&authSource=superprinter`,
    }),
    ...(!hasRedis && {
      redis_password: random,
      redis_url: () => `redis://default:${read('redis_password')}@redis:6379`,
    }),
  }
  for (const [name, make] of Object.entries(files)) if (!has(name)) writeWhole(name, make())
  // It runs once, when the volume is empty: what could not be read then is never made up for. Where others can read it, it
  // stays as it is, for it may be somebody else's.
  if (existsSync(MONGO_USER) && (statSync(MONGO_USER).mode & 0o004) === 0) chmodSync(MONGO_USER, 0o644)
  console.log(`The secrets are in ${folder}; the password of the back office is in admin_password.`)
}

/** @param {string} name */
const has = (name) => existsSync(join(folder, name))

/** @param {string} name */
const read = (name) => readFileSync(join(folder, name), 'utf8').trim()

/**
 * A full disk leaves no half secret, which would be taken for one.
 * @param {string} name
 * @param {string} value
 */
function writeWhole(name, value) {
  const draft = join(folder, `${name}.part`)
  rmSync(draft, { force: true })
  writeFileSync(draft, `${value}\n`, { mode: 0o400, flush: true })
  // Not as the mode of a new file, of which the machine may take the rights of others.
  chmodSync(draft, 0o444)
  renameSync(draft, join(folder, name))
}

const [smtpUrl = ''] = process.argv.slice(2)
if (!has('smtp_url') && !/^(?:smtps?:\/\/.+|log)$/.test(smtpUrl)) {
  console.error('Name the mail server, or "log": node scripts/make-secrets.mjs smtps://user:password@mail.example')
  process.exit(1)
}
makeSecrets(smtpUrl)
