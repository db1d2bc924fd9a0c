// Makes what `docker compose up` asks for in ./secrets: node scripts/make-secrets.mjs smtps://user:password@mail.example
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './toolchain.mjs'

const folder = join(root, 'secrets')

/**
 * Writes the files that are missing; one that exists is never changed, because databases were made with it. Nobody else
 * enters the folder, but containers read single files of it under users of their own.
 * @param {string} smtpUrl
 */
function makeSecrets(smtpUrl) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  const random = () => randomBytes(36).toString('base64url')
  const mongoPassword = random()
  const redisPassword = random()
  const isNew = !existsSync(join(folder, 'mongodb_uri')) && !existsSync(join(folder, 'redis_url'))
  if (!isNew) console.log('The logins of MongoDB and Redis exist and stay as they are.')
  const files = {
    jwt_secret: random(),
    // It has signed nothing; a change of the secret puts the former one in its place.
    jwt_secret_old: random(),
    admin_password: random(),
    metrics_token: random(),
    smtp_url: smtpUrl,
    ...(isNew && {
      mongo_keyfile: randomBytes(256).toString('base64'),
      mongo_root_password: random(),
      mongo_password: mongoPassword,
      mongodb_uri: `mongodb://superprinter:${mongoPassword}@mongo:27017/superprinter?replicaSet=rs0&authSource=superprinter`,
      redis_password: redisPassword,
      redis_url: `redis://default:${redisPassword}@redis:6379`,
    }),
  }
  for (const [name, value] of Object.entries(files)) {
    const file = join(folder, name)
    if (!existsSync(file)) writeFileSync(file, `${value}\n`, { mode: 0o444, flag: 'wx' })
  }
  console.log(`The secrets are in ${folder}; the password of the back office is in admin_password.`)
}

const [smtpUrl = ''] = process.argv.slice(2)
if (!existsSync(join(folder, 'smtp_url')) && !/^(?:smtps?:\/\/.+|log)$/.test(smtpUrl)) {
  console.error('Name the mail server, or "log": node scripts/make-secrets.mjs smtps://user:password@mail.example')
  process.exit(1)
}
makeSecrets(smtpUrl)
