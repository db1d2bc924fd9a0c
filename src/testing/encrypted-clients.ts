import { connectDatabase } from '#platform/database/database'
import { createLogger } from '#platform/log/logger'
import { createMail } from '#platform/mail/mail'
import { connectRedis } from '#platform/redis/redis'

/**
 * A process that greets servers over TLS as the shop does, for tests that choose whose certificates it trusts
 * (`NODE_EXTRA_CA_CERTS` is read once, at the start). Its arguments are addresses; it prints what each of them led to.
 */
const logger = createLogger('silent')
const SHORT = { waitMs: 0, selectionMs: 3000 }

async function sendMail(url: string): Promise<void> {
  const mail = await createMail({ SMTP_URL: url, MAIL_FROM: 'shop@example.com', MAIL_LOG: 'all' }, logger)
  await mail.send({ id: '1', to: { name: '', address: 'ada@example.com' }, subject: 'Hello', text: 'Hello' })
}

async function askRedis(url: string): Promise<void> {
  const redis = connectRedis(url, logger, 'test', { commandTimeout: SHORT.selectionMs, retryStrategy: () => null })
  const failure = new Promise<never>((_resolve, reject) => redis.once('error', reject))
  try {
    await Promise.race([redis.ping(), failure])
  } finally {
    redis.disconnect()
  }
}

async function openDatabase(url: string): Promise<void> {
  await (await connectDatabase(url, logger, SHORT)).close()
}

async function greet(url: string): Promise<string> {
  try {
    if (url.startsWith('smtp')) await sendMail(url)
    else if (url.startsWith('redis')) await askRedis(url)
    else await openDatabase(url)
    return 'done'
  } catch (error) {
    const { message, cause } = error as Error
    return cause instanceof Error ? `${message} ${cause.message}` : message
  }
}

process.stdout.write(JSON.stringify(await Promise.all(process.argv.slice(2).map(greet))))
process.exit()
