import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { startHaltingRelay, type HaltingRelay, type Step } from '../../testing/halting-relay.ts'
import { DependencyUnavailable, JobCannotSucceed, JobLost } from '../jobs/jobs.ts'
import { createLogger } from '../log/logger.ts'
import { createMail } from './mail.ts'
import { MailServerUnavailable } from './smtp-failure.ts'

const message = { id: 'c0ffee', to: { name: '', address: 'ada@example.org' }, subject: 'Hi', text: 'Hello' }
const STEPS: readonly Step[] = ['greeting', 'sender', 'recipient', 'data', 'end']

let relay: HaltingRelay
beforeEach(async () => {
  relay = await startHaltingRelay()
})
afterEach(() => relay.stop())

const openMail = (limits = {}, url = relay.url) =>
  createMail({ SMTP_URL: url, MAIL_FROM: 'shop@example.com', MAIL_LOG: 'all' }, createLogger('silent'), limits)

const haltedAt = (step: Step) => eventually(() => expect(relay.halted()).toEqual([step]))

describe('a mail that this process may no longer send', () => {
  it.each(['greeting', 'sender', 'recipient', 'data'] as const)('does not come to its end: %s', async (step) => {
    relay.haltAt([step])
    const isHeld = vi.fn(() => true)
    const sending = (await openMail()).send({ ...message, isHeld })
    await haltedAt(step)
    isHeld.mockReturnValue(false)
    relay.goOn(step)
    await expect(sending).rejects.toBeInstanceOf(JobLost)
    await eventually(() => expect(relay.haltedAndOpen()).toBe(0))
    expect(relay.taken).toEqual([])
    expect(isHeld).toHaveBeenCalledOnce()
  })

  it('does not come to its end in the middle of a long one either', async () => {
    const isHeld = vi.fn(() => true)
    let [isMail, bytes, end] = [false, 0, '']
    const server = createServer((socket) => {
      socket.write('220 ready\r\n')
      socket.on('data', (chunk) => {
        if (!isMail) {
          isMail = chunk.toString().startsWith('DATA')
          return socket.write(isMail ? '354 go on\r\n' : '250 ok\r\n')
        }
        // A connection does not keep all of the mail on its way: the rest is still to be read.
        isHeld.mockReturnValue(false)
        bytes += chunk.length
        end = chunk.toString().slice(-10)
        return true
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const mail = await openMail({}, `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`)
    await expect(mail.send({ ...message, text: 'Hello\n'.repeat(1_500_000), isHeld })).rejects.toBeInstanceOf(JobLost)
    server.close()
    await once(server, 'close')
    expect(bytes).toBeGreaterThan(9_000_000)
    expect(end).toMatch(/Hello\r\n$/)
  })

  it('has been sent when the server had all of it before', async () => {
    relay.haltAt(['end'])
    const isHeld = vi.fn(() => true)
    const sending = (await openMail()).send({ ...message, isHeld })
    await haltedAt('end')
    isHeld.mockReturnValue(false)
    relay.goOn('end')
    await sending
    expect(relay.taken).toEqual([{ to: 'ada@example.org', messageId: '<c0ffee@example.com>' }])
  })
})

describe('a mail server that takes its time', () => {
  it.each(STEPS)('is waited for as for one that is away: %s', async (step) => {
    relay.haltAt([step])
    const mail = await openMail({ untilRead: 100, untilTaken: 100 })
    await expect(mail.send(message)).rejects.toBeInstanceOf(MailServerUnavailable)
    await eventually(() => expect(relay.haltedAndOpen()).toBe(0))
  })

  it('gets more of it to accept a mail that it has, which would be sent again', async () => {
    relay.haltAt(['end'])
    const sending = (await openMail({ untilRead: 100, untilHad: 100 })).send(message)
    await haltedAt('end')
    await new Promise((resolve) => setTimeout(resolve, 150))
    relay.goOn('end')
    await sending
    expect(relay.taken).toHaveLength(1)
  })
})

describe('a mail that the server answers', () => {
  const [LATER, ALL_LATER, FAILED] = ['waits alone', 'waits with all others', 'fails at once'] as const
  function outcomeOf(error: unknown): string {
    if (error instanceof MailServerUnavailable) return ALL_LATER
    if (error instanceof DependencyUnavailable) return LATER
    return error instanceof JobCannotSucceed ? FAILED : 'is a fault of the shop'
  }

  it.each([
    ['greeting', '421 4.3.2 too many connections', ALL_LATER],
    ['greeting', '450 4.3.2 try again later', ALL_LATER],
    ['greeting', '454 4.7.0 not now', ALL_LATER],
    ['greeting', '554 5.7.1 you are on a list', ALL_LATER],
    ['sender', '421 4.3.2 shutting down', ALL_LATER],
    ['sender', '451 4.3.0 later', LATER],
    ['sender', '550 5.7.1 sender not allowed', ALL_LATER],
    ['recipient', '421 4.3.2 shutting down', ALL_LATER],
    ['recipient', '450 4.2.0 greylisted', LATER],
    ['recipient', '550 5.1.1 no such user', FAILED],
    ['data', '421 4.3.2 shutting down', ALL_LATER],
    ['data', '451 4.3.0 later', LATER],
    ['data', '554 5.6.0 not wanted', FAILED],
    ['end', '421 4.3.2 shutting down', ALL_LATER],
    ['end', '452 4.3.1 no space', LATER],
    ['end', '554 5.7.1 looks like spam', FAILED],
  ] as const)('to the %s with %s %s', async (at, answer, outcome) => {
    relay.refuse({ at, answer })
    const mail = await openMail()
    const error: unknown = await mail.send(message).catch((failure: unknown) => failure)
    expect(outcomeOf(error)).toBe(outcome)
    expect(String(error)).toContain(answer)
    expect(relay.taken).toEqual([])
    relay.refuse(null)
    await mail.send(message)
    expect(relay.taken).toHaveLength(1)
  })
})
