import { createServer } from 'node:tls'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../time/durations.ts'
import { makeCertificate } from '../../testing/certificate.ts'
import { eventually } from '../../testing/eventually.ts'
import { freePort } from '../../testing/free-port.ts'
import { startMailServer, type MailServer, type ReceivedMail } from '../../testing/mail-server.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { createJobs, type JobsRuntime } from '../jobs/create-jobs.ts'
import { JobCannotSucceed } from '../jobs/jobs.ts'
import { createLogger } from '../log/logger.ts'
import { withBreaker } from './mail-breaker.ts'
import { createMail, type Mail } from './mail.ts'
import { createMailer } from './mailer.ts'
import { handleSendMail, sendMail } from './send-mail.ts'

const MAILS = 30

const logger = createLogger('silent')
let db: TestDatabase
let jobs: JobsRuntime
let server: MailServer
let port: number
let scheme: 'smtp' | 'smtps'
let ahead: number
let tries: number
/** What servers that are gone by now have received. */
let earlier: readonly ReceivedMail[]
const clock = { now: () => new Date(Date.now() + ahead) }
const now = () => performance.now() + ahead

async function openJobs(): Promise<JobsRuntime> {
  const opened = await createJobs({
    database: db.database,
    clock,
    logger,
    queues: { mail: 4 },
    redisUrl: null,
    timings: { tickMs: 10, sweepMs: 50 },
  })
  const smtp = await createMail(
    { SMTP_URL: `${scheme}://127.0.0.1:${port}`, MAIL_FROM: 'shop@example.com', MAIL_LOG: 'all' },
    logger,
  )
  const counted: Mail = {
    send(message) {
      tries += 1
      return smtp.send(message)
    },
  }
  const mailer = createMailer({
    mail: withBreaker(counted, { now, logger, onReturn: () => opened.retryWaiting('mail') }),
    budget: { allows: async () => true },
    logger,
    isHeld: opened.isHeld,
    refusesMarketing: async () => false,
    accountOf: (address) => address,
    standingOf: async () => 'own',
  })
  handleSendMail(opened, mailer)
  await db.database.buildIndexes()
  await opened.start({ work: true })
  return opened
}

beforeEach(async () => {
  scheme = 'smtp'
  ahead = 0
  tries = 0
  earlier = []
  db = await openTestDatabase()
  port = await freePort()
  server = await startMailServer(port)
  jobs = await openJobs()
})
afterEach(async () => {
  await jobs.stop()
  await server.stop()
  await db.drop()
})

async function serverGoes(): Promise<void> {
  earlier = [...earlier, ...server.received]
  await server.stop()
}
async function serverReturns(): Promise<void> {
  server = await startMailServer(port)
}
const received = () => [...earlier, ...server.received].map(({ subject }) => subject).toSorted()

const enqueueMails = (count: number, name: string) =>
  db.database.transaction(async (tx) => {
    for (let number = 0; number < count; number += 1) {
      const to = { name: '', address: 'ada@example.com' }
      await jobs.enqueue(tx, sendMail, { to, subject: `${name} ${String(number).padStart(3, '0')}`, text: 'Hello' })
    }
  })
const subjects = (count: number, name: string) =>
  Array.from({ length: count }, (_, number) => `${name} ${String(number).padStart(3, '0')}`)

/** Waits until every mail that is due by now was tried. */
async function settled(): Promise<void> {
  const outbox = db.database.connection.collection('outbox')
  // One question: between two of them a mail may go from one state to the other.
  const due = [
    { status: { $in: ['queued', 'handed', 'active'] } },
    { status: 'delayed', notBefore: { $lte: clock.now() } },
  ]
  await eventually(async () => expect(await outbox.countDocuments({ $or: due })).toBe(0), {
    withinMs: 20_000,
    everyMs: 5,
  })
}
async function pass(timeMs: number, stepMs: number): Promise<void> {
  for (const end = ahead + timeMs; ahead < end;) {
    ahead = Math.min(ahead + stepMs, end)
    await settled()
  }
}

describe('a mail server that is away', { timeout: 120_000 }, () => {
  it.each([
    ['a minute', MINUTE_MS, 5000],
    ['two hours', 2 * HOUR_MS, 5 * MINUTE_MS],
    ['47 hours', 47 * HOUR_MS, HOUR_MS],
  ])('for %s loses no mail and repeats none', async (_, outageMs, stepMs) => {
    await serverGoes()
    await enqueueMails(MAILS, 'before')
    await settled()
    await pass(outageMs, stepMs)
    await serverReturns()
    await enqueueMails(3, 'after')
    await pass(HOUR_MS, HOUR_MS / 2)
    await eventually(() => expect(received()).toEqual([...subjects(3, 'after'), ...subjects(MAILS, 'before')]))
    expect(await jobs.failed()).toEqual([])
    // Half a minute apart, however many mails wait, and the first few that met the outage together.
    expect(tries - MAILS - 3).toBeLessThanOrEqual(outageMs / 30_000 + 5)
  })

  it('has the mails of two hours on their way as soon as the first one goes through', async () => {
    await serverGoes()
    await enqueueMails(MAILS, 'before')
    await settled()
    await pass(2 * HOUR_MS, 5 * MINUTE_MS)
    await serverReturns()
    ahead += MINUTE_MS
    await enqueueMails(1, 'after')
    await eventually(() => expect(received()).toHaveLength(MAILS + 1))
  })

  it('for a restart of the shop loses no mail', async () => {
    await serverGoes()
    await enqueueMails(MAILS, 'before')
    await settled()
    await jobs.stop()
    ahead += 6 * HOUR_MS
    await serverReturns()
    jobs = await openJobs()
    await eventually(() => expect(received()).toEqual(subjects(MAILS, 'before')))
  })

  it('that returns while the shop is stopped has all that waits on its way with the first mail', async () => {
    await serverGoes()
    await enqueueMails(MAILS, 'before')
    await settled()
    await pass(2 * HOUR_MS, 5 * MINUTE_MS)
    await jobs.stop()
    await serverReturns()
    jobs = await openJobs()
    await enqueueMails(1, 'after')
    await eventually(() => expect(received()).toHaveLength(MAILS + 1))
  })

  it('in the eyes of the shop, because nobody vouches for its certificate, gets no mail and loses none', async () => {
    const heard: Buffer[] = []
    await serverGoes()
    const impostor = createServer(makeCertificate('mail.example'), (socket) => {
      socket.on('data', (chunk) => void heard.push(chunk))
      socket.on('error', () => {})
    }).listen(port, '127.0.0.1')
    await jobs.stop()
    scheme = 'smtps'
    jobs = await openJobs()
    await enqueueMails(5, 'before')
    await settled()
    await pass(3 * HOUR_MS, 10 * MINUTE_MS)
    // Waits double from half a minute to an hour: each mail comes up nine times, and mails that come up together share
    // a try.
    expect(tries).toBeGreaterThanOrEqual(9)
    const waiting = await db.database.connection.collection('outbox').find({ status: 'delayed' }).toArray()
    expect(waiting.map(({ lastError }) => lastError as unknown)).toEqual(
      Array.from({ length: 5 }, () => expect.stringMatching(/certificate.* that this machine trusts/) as string),
    )
    expect(heard).toEqual([])
    impostor.close()
    await jobs.stop()
    scheme = 'smtp'
    await serverReturns()
    ahead += HOUR_MS
    jobs = await openJobs()
    await eventually(() => expect(received()).toEqual(subjects(5, 'before')))
  })

  it('for three days has its mails failed, and staff can run them again', async () => {
    await serverGoes()
    await enqueueMails(5, 'before')
    await settled()
    await pass(72 * HOUR_MS, HOUR_MS)
    const failed = await jobs.failed()
    expect(failed).toHaveLength(5)
    expect(failed[0]?.error).toMatch(/^DependencyUnavailable: The mail server cannot be used: .*ECONNREFUSED/)
    await serverReturns()
    for (const { id } of failed) await jobs.runAgain(id)
    await eventually(() => expect(received()).toEqual(subjects(5, 'before')))
  })
})

describe('the breaker before a mail server', () => {
  it('lets one mail try while the others wait for how it ends', async () => {
    let finish: (error?: Error) => void = () => {}
    const send = vi.fn(
      () =>
        new Promise<void>((resolve, reject) => (finish = (error) => (error === undefined ? resolve() : reject(error)))),
    )
    const onReturn = vi.fn(async () => {})
    const mail = withBreaker({ send }, { now, logger, onReturn })
    const message = { id: '1', to: { name: '', address: 'ada@example.com' }, subject: 'Hi', text: 'Hi' }
    const { MailServerUnavailable } = await import('./smtp-failure.ts')

    const first = mail.send(message)
    finish(new MailServerUnavailable('away'))
    await expect(first).rejects.toThrow('away')
    await expect(mail.send(message)).rejects.toThrow('away')
    expect(send).toHaveBeenCalledTimes(1)

    ahead += 30_000
    const all = [mail.send(message), mail.send(message), mail.send(message)]
    expect(send).toHaveBeenCalledTimes(2)
    finish()
    await all[0]
    expect(onReturn).toHaveBeenCalledTimes(1)
    await eventually(() => expect(send.mock.calls.length).toBeGreaterThan(2))
    for (let count = 0; count < 2; count += 1) {
      finish()
      await eventually(() => expect(send).toHaveBeenCalledTimes(4))
    }
  })

  it('has the others wait no longer than half a minute for a mail that the server looks through for minutes', async () => {
    const { MailServerUnavailable } = await import('./smtp-failure.ts')
    const message = { id: '1', to: { name: '', address: 'ada@example.com' }, subject: 'Hi', text: 'Hi' }
    let finish = () => {}
    const send = vi
      .fn(() => new Promise<void>((resolve) => (finish = resolve)))
      .mockRejectedValueOnce(new MailServerUnavailable('away'))
    const mail = withBreaker({ send }, { now, logger, onReturn: async () => {} })
    await expect(mail.send(message)).rejects.toThrow('away')
    ahead += 30_000
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const trial = mail.send(message)
      const other = expect(mail.send(message)).rejects.toThrow('away')
      await vi.advanceTimersByTimeAsync(30_000)
      await other
      expect(send).toHaveBeenCalledTimes(2)
      finish()
      await trial
      const next = mail.send(message)
      finish()
      await next
      expect(send).toHaveBeenCalledTimes(3)
    } finally {
      vi.useRealTimers()
    }
  })

  it('lets another mail try every half minute beside one that the server looks through for minutes', async () => {
    const { MailServerUnavailable } = await import('./smtp-failure.ts')
    const message = { id: '1', to: { name: '', address: 'ada@example.com' }, subject: 'Hi', text: 'Hi' }
    const send = vi
      .fn(async () => {})
      .mockRejectedValueOnce(new MailServerUnavailable('away'))
      .mockImplementationOnce(() => new Promise<void>(() => {}))
    const mail = withBreaker({ send }, { now, logger, onReturn: async () => {} })
    await expect(mail.send(message)).rejects.toThrow('away')
    ahead += 30_000
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      void mail.send(message)
      const next = mail.send(message)
      ahead += 30_000
      await vi.advanceTimersByTimeAsync(30_000)
      await next
      expect(send).toHaveBeenCalledTimes(3)
      await mail.send(message)
      expect(send).toHaveBeenCalledTimes(4)
    } finally {
      vi.useRealTimers()
    }
  })

  it('keeps no mail from a server that takes them while one connection stands still', async () => {
    const { MailServerUnavailable } = await import('./smtp-failure.ts')
    const message = { id: '1', to: { name: '', address: 'ada@example.com' }, subject: 'Hi', text: 'Hi' }
    let timeOut = () => {}
    const send = vi
      .fn(async () => {})
      .mockImplementationOnce(
        () => new Promise((_, reject) => (timeOut = () => reject(new MailServerUnavailable('no answer')))),
      )
    const mail = withBreaker({ send }, { now, logger, onReturn: async () => {} })
    const still = expect(mail.send(message)).rejects.toThrow('no answer')
    await mail.send(message)
    timeOut()
    await still
    await mail.send(message)
    expect(send).toHaveBeenCalledTimes(3)
  })

  it('brings back what waits since before the start, and what a process puts off that still spares the server', async () => {
    const onReturn = vi.fn(async () => {})
    const { MailServerUnavailable } = await import('./smtp-failure.ts')
    const send = vi.fn(async () => {})
    const mail = withBreaker({ send }, { now, logger, onReturn })
    const message = { id: '1', to: { name: '', address: 'ada@example.com' }, subject: 'Hi', text: 'Hi' }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      await mail.send(message)
      expect(onReturn).toHaveBeenCalledTimes(1)
      await mail.send(message)
      vi.advanceTimersByTime(30_000)
      expect(onReturn).toHaveBeenCalledTimes(2)

      send.mockRejectedValueOnce(new MailServerUnavailable('away'))
      await expect(mail.send(message)).rejects.toThrow('away')
      ahead += 30_000
      await mail.send(message)
      expect(onReturn).toHaveBeenCalledTimes(3)
      vi.advanceTimersByTime(30_000)
      expect(onReturn).toHaveBeenCalledTimes(4)
    } finally {
      vi.useRealTimers()
    }
  })

  it('takes a mail that the server refuses for a sign that it is back', async () => {
    const { MailServerUnavailable } = await import('./smtp-failure.ts')
    const onReturn = vi.fn(async () => {})
    const send = vi.fn(async () => {})
    const mail = withBreaker({ send }, { now, logger, onReturn })
    const message = { id: '1', to: { name: '', address: 'ada@example.com' }, subject: 'Hi', text: 'Hi' }
    send.mockRejectedValueOnce(new MailServerUnavailable('away'))
    await expect(mail.send(message)).rejects.toThrow('away')
    ahead += 30_000
    send.mockRejectedValueOnce(new JobCannotSucceed('there is no such mailbox'))
    await expect(mail.send(message)).rejects.toThrow('no such mailbox')
    expect(onReturn).toHaveBeenCalledTimes(1)
  })

  it('lets the next mail try after half a minute, however the clock is set meanwhile', async () => {
    const { MailServerUnavailable } = await import('./smtp-failure.ts')
    const send = vi.fn(async () => Promise.reject(new MailServerUnavailable('away')))
    let passedMs = 0
    const mail = withBreaker({ send }, { now: () => passedMs, logger, onReturn: async () => {} })
    const message = { id: '1', to: { name: '', address: 'ada@example.com' }, subject: 'Hi', text: 'Hi' }
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      for (const [hours, tries] of [
        [0, 1],
        [-5, 2],
        [5, 3],
      ] as const) {
        await expect(mail.send(message)).rejects.toThrow('away')
        vi.setSystemTime(Date.now() + hours * HOUR_MS)
        passedMs += 29_999
        await expect(mail.send(message)).rejects.toThrow('away')
        expect(send).toHaveBeenCalledTimes(tries)
        passedMs += 1
      }
    } finally {
      vi.useRealTimers()
    }
  })
})
