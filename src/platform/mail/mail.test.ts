import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { accountDigest } from '../log/account-digest.ts'
import { DependencyUnavailable, JobCannotSucceed, type JobHandler, type Jobs } from '../jobs/jobs.ts'
import { createLogger } from '../log/logger.ts'
import { createMail, parseAddress, type MailMessage } from './mail.ts'
import { createMailer } from './mailer.ts'
import { handleSendMail, sendMail } from './send-mail.ts'
import { MailServerUnavailable, readSmtpFailure } from './smtp-failure.ts'

const MAIL_FROM = 'Superprinter <shop@example.com>'
const message = {
  id: 'c0ffee',
  to: { name: 'Ada Lovelace', address: 'ada@example.org' },
  subject: 'Your order 100001',
  text: 'Thank you.',
}

interface Letter {
  readonly recipients: string[]
  source: string
}

/** A mail server that takes everything, or answers a command with a refusal. */
async function openMailServer(letters: Letter[], refusalOf: (command: string) => string | undefined): Promise<Server> {
  const server = createServer((socket: Socket) => {
    let letter: Letter = { recipients: [], source: '' }
    let isBody = false
    let received = ''
    socket.write('220 ready\r\n')
    socket.on('data', (chunk) => {
      received += chunk.toString()
      for (let end = received.indexOf('\r\n'); end >= 0; end = received.indexOf('\r\n')) {
        const line = received.slice(0, end)
        received = received.slice(end + 2)
        if (isBody && line !== '.') letter.source += `${line}\n`
        else if (isBody) {
          isBody = false
          letters.push(letter)
          letter = { recipients: [], source: '' }
          socket.write('250 taken\r\n')
        } else if (refusalOf(line) !== undefined) socket.write(`${refusalOf(line)}\r\n`)
        else if (/^RCPT/i.test(line)) {
          letter.recipients.push(line)
          socket.write('250 ok\r\n')
        } else if (/^DATA/i.test(line)) {
          isBody = true
          socket.write('354 go on\r\n')
        } else socket.write('250 ok\r\n')
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

describe('a mail by SMTP', () => {
  let letters: Letter[]
  /** The beginning of a command, and what the server answers to it. */
  let refusal: readonly [command: string, answer: string] | null
  let server: Server
  beforeEach(async () => {
    letters = []
    refusal = null
    server = await openMailServer(letters, (line) =>
      refusal !== null && line.startsWith(refusal[0]) ? refusal[1] : undefined,
    )
  })
  afterEach(() => void server.close())

  const openMail = (host = '127.0.0.1') =>
    createMail(
      { SMTP_URL: `smtp://${host}:${(server.address() as AddressInfo).port}`, MAIL_FROM, MAIL_LOG: 'all' },
      createLogger('silent'),
    )
  const send = async (sent: MailMessage, host?: string) => (await openMail(host)).send(sent)

  it('arrives with sender, recipient, subject and text, under a number of its own', async () => {
    await send(message)
    expect(letters).toHaveLength(1)
    expect(letters[0]?.recipients).toEqual(['RCPT TO:<ada@example.org>'])
    expect(letters[0]?.source).toMatch(/^From: Superprinter <shop@example.com>$/m)
    expect(letters[0]?.source).toMatch(/^To: Ada Lovelace <ada@example.org>$/m)
    expect(letters[0]?.source).toMatch(/^Subject: Your order 100001$/m)
    expect(letters[0]?.source).toMatch(/^Message-ID: <c0ffee@example.com>$/m)
    expect(letters[0]?.source).toContain('Thank you.')
  })

  it('goes to nobody else, whatever a customer calls themselves', async () => {
    const name = 'Eve" <eve@example.net>, "\r\nBcc: mallory@example.net\r\n'
    await send({
      ...message,
      to: { name, address: 'ada@example.org' },
      subject: 'Hi\r\nBcc: mallory@example.net',
    })
    expect(letters[0]?.recipients).toEqual(['RCPT TO:<ada@example.org>'])
    expect(letters[0]?.source).not.toMatch(/^Bcc:/im)
  })

  it('is given up after a time, although the server gives a sign of life now and then', async () => {
    const ended: string[] = []
    const dripping = createServer((socket) => {
      socket.on('error', () => {})
      socket.resume()
      socket.write('220 ready\r\n')
      const drops = setInterval(() => socket.write('250-wait\r\n'), 20)
      socket.on('close', () => {
        clearInterval(drops)
        ended.push('closed')
      })
    }).listen(0, '127.0.0.1')
    await once(dripping, 'listening')
    const SMTP_URL = `smtp://127.0.0.1:${(dripping.address() as AddressInfo).port}`
    const mail = await createMail({ SMTP_URL, MAIL_FROM, MAIL_LOG: 'all' }, createLogger('silent'), { untilRead: 300 })
    // The shop waits for it as for one that is away, and spares it.
    await expect(mail.send(message)).rejects.toThrow(MailServerUnavailable)
    await vi.waitFor(() => expect(ended).toEqual(['closed']))
    dripping.close()
  })

  it('that the server does not take is an error, so that it is tried again', async () => {
    refusal = ['RCPT', '451 later']
    await expect(send(message)).rejects.toThrow('451 later')
    refusal = null
    await send(message)
    expect(letters).toHaveLength(1)
  })

  it.each([
    ['RCPT', '550 5.1.1 no such user'],
    ['RCPT', '553 5.1.3 no such domain'],
    ['DATA', '554 5.6.0 not wanted'],
  ])('that the server refuses for good fails at once with its reason: %s %s', async (...said) => {
    refusal = said
    const failure = send(message)
    await expect(failure).rejects.toBeInstanceOf(JobCannotSucceed)
    await expect(failure).rejects.toThrow(said[1])
  })

  it('to nobody fails at once, and holds up no other', async () => {
    const nobody = { ...message, to: { name: '', address: '' } }
    await expect(send(nobody)).rejects.toBeInstanceOf(JobCannotSucceed)
    expect(letters).toEqual([])
  })

  it.each([
    ['RCPT', '450 4.2.0 greylisted'],
    ['RCPT', '452 4.2.2 mailbox full'],
    ['DATA', '451 4.3.0 later'],
    ['MAIL', '452 4.3.1 no space'],
  ])('that the server wants later waits alone: %s %s', async (...said) => {
    refusal = said
    const failure = send(message)
    await expect(failure).rejects.toBeInstanceOf(DependencyUnavailable)
    await expect(failure).rejects.not.toBeInstanceOf(MailServerUnavailable)
    await expect(failure).rejects.toThrow(said[1])
  })

  it.each([
    ['RCPT', '421 4.3.2 shutting down'],
    ['MAIL', '530 5.7.0 authentication required'],
    ['RCPT', '530 5.7.0 authentication required'],
    ['MAIL', '550 5.7.1 sender not allowed'],
    ['EHLO', '421 too many connections'],
  ])('waits with all others when the server takes nothing from this shop: %s %s', async (...said) => {
    refusal = said
    await expect(send(message)).rejects.toBeInstanceOf(MailServerUnavailable)
  })

  it('goes in clear to this machine only: another one must offer TLS, and a failure says what to do', async () => {
    refusal = ['STARTTLS', '502 unknown command']
    const failure = send(message, '0.0.0.0')
    await expect(failure).rejects.toBeInstanceOf(MailServerUnavailable)
    await expect(failure).rejects.toThrow(/must offer TLS/)
    expect(letters).toEqual([])
  })

  it('waits with all others when nobody listens, or the login is wrong', async () => {
    const mail = await openMail()
    server.close()
    await once(server, 'close')
    await expect(mail.send(message)).rejects.toBeInstanceOf(MailServerUnavailable)
    const login = Object.assign(new Error('Invalid login: 535'), {
      code: 'EAUTH',
      command: 'AUTH PLAIN',
      responseCode: 535,
    })
    expect(readSmtpFailure(login)).toBeInstanceOf(MailServerUnavailable)
    const bug = new TypeError('x is undefined')
    expect(readSmtpFailure(bug)).toBe(bug)
  })
})

describe('a mail without a mail server', () => {
  it('can be read in the log', async () => {
    const logger = createLogger('silent')
    const logged = vi.spyOn(logger, 'info')
    const mail = await createMail({ SMTP_URL: null, MAIL_FROM, MAIL_LOG: 'all' }, logger)
    await mail.send(message)
    expect(logged).toHaveBeenCalledWith(
      expect.objectContaining({ to: 'ada@example.org', subject: message.subject, text: 'Thank you.' }),
      expect.any(String),
    )
  })

  it('shows recipient and subject only in production, with one warning at the start', async () => {
    const logger = createLogger('silent')
    const logged = vi.spyOn(logger, 'info')
    const warned = vi.spyOn(logger, 'warn')
    const mail = await createMail({ SMTP_URL: null, MAIL_FROM, MAIL_LOG: 'subject' }, logger)
    for (const id of ['1', '2']) await mail.send({ ...message, id, html: '<p>Thank you.</p>' })
    expect(warned).toHaveBeenCalledTimes(1)
    expect(JSON.stringify(logged.mock.calls)).toMatch(/ada@example.org.*Your order 100001/)
    expect(JSON.stringify(logged.mock.calls)).not.toContain('Thank you.')
  })
})

describe('the sender', () => {
  it.each([
    ['Superprinter <shop@example.com>', { name: 'Superprinter', address: 'shop@example.com' }],
    ['"The Print Shop" <shop@example.com>', { name: 'The Print Shop', address: 'shop@example.com' }],
    ['shop@example.com', { name: '', address: 'shop@example.com' }],
  ])('is read from %s', (text, address) => {
    expect(parseAddress(text)).toEqual(address)
  })
})

describe('the job that sends a mail', () => {
  const context = {
    jobId: 'job-1',
    attempt: 1,
    createdAt: new Date(),
    signal: new AbortController().signal,
    isLast: () => false,
  }

  const aMailer = (
    deps: Partial<Parameters<typeof createMailer>[0]> & Pick<Parameters<typeof createMailer>[0], 'mail'>,
  ) =>
    createMailer({
      budget: { allows: async () => true },
      logger: createLogger('silent'),
      isHeld: () => true,
      refusesMarketing: async () => false,
      accountOf: (address) => address,
      standingOf: async () => 'unproved',
      ...deps,
    })

  function takeHandler(send: () => Promise<void>): JobHandler<unknown> {
    const handlers: JobHandler<unknown>[] = []
    const handle: Jobs['handle'] = (_job, handler) => void handlers.push(handler as JobHandler<unknown>)
    const mailer = aMailer({ mail: { send } })
    handleSendMail({ handle }, mailer)
    return handlers[0] as JobHandler<unknown>
  }

  it('sends it once, even when it is delivered twice', async () => {
    const send = vi.fn(async () => {})
    const handler = takeHandler(send)
    await handler(message, context)
    await handler(message, { ...context, attempt: 2 })
    expect(send).toHaveBeenCalledTimes(1)
    await handler(message, { ...context, jobId: 'job-2' })
    expect(send).toHaveBeenCalledTimes(2)
  })

  it('sends it once when the process claims it again while it is still on its way', async () => {
    let finish = () => {}
    const send = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
    const handler = takeHandler(send)
    const both = [handler(message, context), handler(message, { ...context, attempt: 2 })]
    await vi.waitFor(() => expect(send).toHaveBeenCalled())
    finish()
    await Promise.all(both)
    expect(send).toHaveBeenCalledTimes(1)
  })

  it('sends it again after the mail server had refused it', async () => {
    const send = vi.fn(async () => {}).mockRejectedValueOnce(new Error('451 later'))
    const handler = takeHandler(send)
    await expect(handler(message, context)).rejects.toThrow('451')
    await handler(message, { ...context, attempt: 2 })
    expect(send).toHaveBeenCalledTimes(2)
  })

  it('has a recipient whose mail takes long hold no more than one place, and keeps nobody else waiting', async () => {
    let passedMs = 0
    let finish = () => {}
    const send = vi.fn(async () => {}).mockImplementationOnce(() => new Promise((resolve) => (finish = resolve)))
    const mailer = aMailer({ mail: { send }, standingOf: async () => 'own', now: () => passedMs })
    const slow = mailer.send('job-1', message)
    await vi.waitFor(() => expect(send).toHaveBeenCalled())
    passedMs += 10_000
    expect(await mailer.send('job-2', message), 'while nothing says that it is slow').toBe(true)
    passedMs += 1
    const again = { ...message, to: { ...message.to, address: message.to.address.toUpperCase() } }
    await expect(mailer.send('job-3', again)).rejects.toBeInstanceOf(DependencyUnavailable)
    expect(await mailer.send('job-4', { ...message, to: { name: '', address: 'ben@example.org' } })).toBe(true)
    finish()
    expect(await slow).toBe(true)
    expect(await mailer.send('job-3', again)).toBe(true)
    expect(send).toHaveBeenCalledTimes(4)
  })

  it('names nobody in the log when the address gets too many', async () => {
    const lines: unknown[] = []
    const logger = createLogger('silent')
    logger.warn = (line: unknown) => void lines.push(line)
    const mailer = createMailer({
      mail: { send: () => Promise.reject(new Error('It was sent.')) },
      budget: { allows: async () => false },
      logger,
      isHeld: () => true,
      refusesMarketing: async () => false,
      accountOf: (address) => accountDigest(address, 'secret'),
      standingOf: async () => 'unproved',
    })
    expect(await mailer.send('job-1', { ...message, onBehalfOf: 'customer-7' })).toBe(false)
    expect(lines).toEqual([
      { account: '30ae69f6780684f3', userId: 'customer-7', subject: message.subject, standing: 'unproved' },
    ])
  })

  it('asks for what is known of the address unless its cause has read it', async () => {
    const standingOf = vi.fn(async () => 'own' as const)
    const allows = vi.fn(async () => true)
    const mailer = createMailer({
      mail: { send: async () => {} },
      budget: { allows },
      logger: createLogger('silent'),
      isHeld: () => true,
      refusesMarketing: async () => false,
      accountOf: (address) => address,
      standingOf,
    })
    for (const known of ['unproved', 'own', null, undefined] as const) await mailer.send(`job ${known}`, message, known)
    expect(allows.mock.calls).toMatchObject(['unproved', 'own', 'own', 'own'].map((standing) => [{ standing }]))
    expect(standingOf).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['own', true],
    ['proved', true],
    ['unproved', false],
  ] as const)('keeps a warning that the address has no room for until later: %s', async (standing, isKept) => {
    let isAllowed = false
    const mailer = createMailer({
      mail: { send: async () => {} },
      budget: { allows: async () => isAllowed },
      logger: createLogger('silent'),
      isHeld: () => true,
      refusesMarketing: async () => false,
      accountOf: (address) => address,
      standingOf: async () => standing,
    })
    const sending = mailer.send('job-1', { ...message, mustArrive: true })
    if (isKept) await expect(sending).rejects.toBeInstanceOf(DependencyUnavailable)
    else expect(await sending).toBe(false)
    expect(await mailer.send('job-2', message), 'what is no warning').toBe(false)
    isAllowed = true
    expect(await mailer.send('job-1', { ...message, mustArrive: true })).toBe(true)
  })

  it.each([
    { address: 'not an address' },
    { address: 'a@b.example, c@d.example' },
    { address: 'a@b.example\r\nBcc: c@d.example' },
  ])('refuses $address', ({ address }) => {
    expect(sendMail.schema.safeParse({ ...message, to: { name: 'Ada', address } }).success).toBe(false)
  })
})
