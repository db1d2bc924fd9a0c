import { spawnSync } from 'node:child_process'
import { existsSync, openSync } from 'node:fs'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mongo } from 'mongoose'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLogger, createTimestamp } from './logger.ts'

describe('lines of the log', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  async function setUp() {
    const file = join(await mkdtemp(join(tmpdir(), 'log-')), 'log')
    async function messages(): Promise<readonly string[]> {
      const lines = (await readFile(file, 'utf8')).split('\n').slice(0, -1)
      return lines.map((line) => (JSON.parse(line) as { readonly msg: string }).msg)
    }
    return {
      logger: createLogger('info', openSync(file, 'a')),
      /** The messages in the file as soon as there are so many, however slow the disk is. */
      async messagesOnce(count: number) {
        for (;;) {
          const written = await messages()
          if (written.length >= count) return written
        }
      },
      /** The messages after many looks at the file, in which there was time for more. */
      async messagesLater() {
        for (let look = 0; look < 200; look += 1) await messages()
        return messages()
      },
    }
  }

  it('are written together after a moment, in order', async () => {
    const { logger, messagesOnce, messagesLater } = await setUp()
    for (const text of ['first', 'second', 'third']) logger.info(text)
    expect(await messagesLater()).toEqual([])
    vi.advanceTimersByTime(50)
    expect(await messagesOnce(3)).toEqual(['first', 'second', 'third'])
    logger.info('fourth')
    expect(await messagesLater()).toHaveLength(3)
    vi.advanceTimersByTime(50)
    expect(await messagesOnce(4)).toEqual(['first', 'second', 'third', 'fourth'])
  })

  it('do not wait when one of them warns, and those before it come first', async () => {
    const { logger, messagesOnce } = await setUp()
    logger.info('before')
    logger.warn('warning')
    expect(await messagesOnce(2)).toEqual(['before', 'warning'])
    logger.child({}).error('of a part')
    expect(await messagesOnce(3)).toEqual(['before', 'warning', 'of a part'])
  })

  it('do not wait for the moment when there are many', async () => {
    const { logger, messagesOnce } = await setUp()
    for (let count = 0; count < 1000; count += 1) logger.info('x'.repeat(100))
    expect((await messagesOnce(300)).length).toBeGreaterThanOrEqual(300)
    vi.advanceTimersByTime(50)
    expect(await messagesOnce(1000)).toHaveLength(1000)
  })

  it('come whole, however long they are and whatever their letters', async () => {
    const { logger, messagesOnce } = await setUp()
    const texts = ['é'.repeat(40_000), '漢'.repeat(70_000), '😀'.repeat(90_000), 'x'.repeat(500_000), 'the last one']
    for (const text of texts) logger.info(text)
    vi.advanceTimersByTime(50)
    expect(await messagesOnce(texts.length)).toEqual(texts)
  })

  it('are written when their moment ends while others are being written', async () => {
    const { logger, messagesOnce } = await setUp()
    logger.warn('first')
    logger.info('second')
    vi.advanceTimersByTime(50)
    expect(await messagesOnce(2)).toEqual(['first', 'second'])
  })

  it('are written at the end of the process', () => {
    const program = `import { createLogger } from ${JSON.stringify(new URL('logger.ts', import.meta.url).href)}
      createLogger('info').info('the last one')
      process.exit(0)`
    const { stdout } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program])
    expect(stdout.toString()).toContain('"msg":"the last one"')
  })

  it.runIf(existsSync('/dev/full'))(
    'are lost on a full disk, and neither end the process nor keep it from ending',
    () => {
      const program = `import { openSync } from 'node:fs'
      import { setTimeout } from 'node:timers/promises'
      import { createLogger } from ${JSON.stringify(new URL('logger.ts', import.meta.url).href)}
      const logger = createLogger('info', openSync('/dev/full', 'a'))
      for (let count = 0; count < 3; count += 1) {
        logger.warn('it does not fit')
        await setTimeout(20)
      }
      logger.fatal('the last one')
      process.stdout.write('alive')
      process.exit(0)`
      const options = { timeout: 10_000 }
      const ended = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], options)
      expect(ended).toMatchObject({ status: 0, signal: null })
      expect(ended.stdout.toString()).toBe('alive')
    },
  )
})

describe('the time of a line in the log', () => {
  it('is written with its milliseconds, within a second, across seconds, and when the clock is set back', () => {
    let now = 0
    const timestamp = createTimestamp(() => now)
    const start = Date.UTC(2026, 11, 31, 23, 59, 58, 990)
    for (const after of [0, 1, 9, 10, 11, 1009, 1010, 2500, 60_000, 60_001, 100, 9]) {
      now = start + after
      expect(timestamp()).toBe(`,"time":"${new Date(now).toISOString()}"`)
    }
  })
})

describe('an error in the log', () => {
  async function logged(error: unknown): Promise<{ text: string; err: unknown }> {
    const file = join(await mkdtemp(join(tmpdir(), 'log-')), 'log')
    createLogger('info', openSync(file, 'a')).error({ err: error }, 'it failed')
    for (;;) {
      const text = await readFile(file, 'utf8')
      if (text.endsWith('\n')) return { text, err: (JSON.parse(text) as { readonly err: unknown }).err }
    }
  }

  it('shows nothing of a command that Redis refused, which may carry its password', async () => {
    const command = { name: 'auth', args: ['shop', 'mossy-lantern'] }
    const refused = Object.assign(new Error('WRONGPASS invalid username-password pair'), { command })
    const { text, err } = await logged(new Error('the queue cannot be used', { cause: refused }))
    expect(err).toMatchObject({ message: 'the queue cannot be used', cause: { message: refused.message } })
    expect(text).not.toMatch(/mossy-lantern|args/)
  })

  it('shows neither a document that the database refused nor the value of its key', async () => {
    const { MongoBulkWriteError, MongoServerError, Long } = mongo
    const row = { _id: 1, email: 'ada@example.com', passwordHash: 'hash-of-ada' }
    const errmsg = `E11000 duplicate key error collection: shop.people index: email_1 dup key: { email: "${row.email}" }`
    const reply = { code: 11_000, errmsg, message: errmsg, keyValue: { email: row.email } }
    const single = new MongoServerError({ ...reply, errorLabels: ['TransientTransactionError'] })
    const inserted = { insertedCount: 0, result: { n: Long.ZERO } } as never
    const refusal = { message: errmsg, code: 11_000, writeErrors: [{ ...reply, op: row }] }
    const bulk = new MongoBulkWriteError(refusal as never, inserted)
    const renamed = Object.assign(new Error('taken'), { stack: single.stack })
    for (const error of [single, bulk, renamed, new AggregateError([bulk], 'all of them failed')]) {
      const { text } = await logged(error)
      expect(text).toContain('index: email_1 dup key: not shown')
      expect(text).toMatch(/ {4}at .*logger\.test\.ts/)
      expect(text).not.toMatch(/ada@example|hash-of-ada/)
    }
    expect((await logged(single)).err).toMatchObject({
      type: 'MongoServerError',
      code: 11_000,
      errorLabels: ['TransientTransactionError'],
    })
  })

  it('shows of a command that the database does not let the shop run its name alone', async () => {
    const { MongoServerError } = mongo
    for (const named of ['{ find: "users"', '{ commitTransaction: 1']) {
      const message = `not authorized on shop to execute command ${named}, filter: { email: "ada@example.com", phone: "5550199" } }`
      const refused = new MongoServerError({ message, code: 13 })
      const { text, err } = await logged(new Error('the order was not read', { cause: refused }))
      const shown = `not authorized on shop to execute command ${named}, not shown }`
      expect(err).toMatchObject({ cause: { code: 13, message: shown } })
      expect(text).not.toMatch(/ada@example|5550199/)
    }
  })

  it('shows the reason alone where the database does not answer', async () => {
    const reason = new mongo.MongoNetworkError('connect ECONNREFUSED 127.0.0.1:27017')
    const { text, err } = await logged(new Error('the order was not read', { cause: reason }))
    expect(err).toMatchObject({ message: 'the order was not read', cause: { message: reason.message } })
    expect(text).not.toContain('"stack"')
  })

  it('shows no address that a mail server repeats when it refuses the recipient', async () => {
    const refused = new Error("Can't send mail: 550 5.1.1 RCPT TO:<ada.byron+ink@mail.example.com> user unknown")
    const { text, err } = await logged(new Error(`refused for good: ${refused.message}`, { cause: refused }))
    expect(err).toMatchObject({ cause: { message: "Can't send mail: 550 5.1.1 RCPT TO:<[address]> user unknown" } })
    expect(text).toMatch(/ {4}at .*logger\.test\.ts/)
    expect(text).not.toMatch(/byron|mail\.example/)
    const several = `<${'ada'.repeat(40)}@mail.example.com>, "bob@a.example.org"; cy@b.example.org and @ alone`
    const { message } = (await logged(new Error(several))).err as { message: string }
    expect(message).toBe('<[address]>, "[address]"; [address] and @ alone')
  })

  it('shows the codes of the system and of the mail server, and ends in a circle of causes', async () => {
    const fields = { code: 'ECONNREFUSED', syscall: 'connect', responseCode: 421, address: '10.0.0.1' }
    const error = Object.assign(new TypeError('refused'), fields)
    error.cause = error
    const { err } = await logged(error)
    expect(err).toMatchObject({ type: 'TypeError', code: 'ECONNREFUSED', syscall: 'connect', responseCode: 421 })
    expect(err).not.toHaveProperty('address')
    expect((await logged('a text')).err).toBe('a text')
  })
})
