import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineJob } from '#platform/jobs/define-job'
import { DependencyUnavailable, JobCannotSucceed } from '#platform/jobs/jobs'
import type { MailMessage } from '#platform/mail/mail'
import { sendMail } from '#platform/mail/send-mail'
import { eventually } from '../../testing/eventually.ts'
import { askForDeletion, jobsAreSettled, openIdentity, someone, type OpenIdentity } from './testing/open-identity.ts'

const isAnswer = ({ subject }: MailMessage) => subject.startsWith('Your data is deleted')

/** A mail server that holds mails back until it is told what becomes of them. */
function aSlowServer(isSlow: (message: MailMessage) => boolean) {
  const held: { readonly message: MailMessage; readonly end: (error?: Error) => void }[] = []
  return {
    held,
    take: (message: MailMessage) =>
      !isSlow(message)
        ? Promise.resolve()
        : new Promise<void>((resolve, reject) => {
            const end = (error?: Error) => (error === undefined ? resolve() : reject(error))
            held.push({ message, end })
          }),
  }
}

async function deletePerson(own: OpenIdentity, email: string): Promise<string> {
  const { reference } = await askForDeletion(own, email)
  await own.db.database.transaction((tx) => own.identity.verifyPrivacyRequestByStaff(tx, reference, 'Known.'))
  return reference
}
const outbox = (own: OpenIdentity) => own.db.database.connection.collection('outbox')
const withheld = (own: OpenIdentity) => own.db.database.connection.collection('withheld_mails').countDocuments()
/** A mail to a customer about something of theirs, as other modules send it. */
const enqueueMail = (own: OpenIdentity, { id, email }: { readonly id: string; readonly email: string }) =>
  own.db.database.transaction((tx) =>
    own.jobs.enqueue(tx, sendMail, {
      to: { name: 'Dana Whitfield', address: email },
      subject: 'Your order',
      text: 'Hello',
      onBehalfOf: id,
    }),
  )

describe('a mail that is on its way while its recipient is erased', () => {
  it.each([
    ['later', new DependencyUnavailable('451 later')],
    ['never', new JobCannotSucceed('550 no')],
    ['not, and nobody knows why', new Error('The connection broke.')],
    ['after all', undefined],
  ])('leaves nothing of them when the server takes it %s', async (_, error) => {
    const server = aSlowServer(({ subject }) => subject.startsWith('Welcome'))
    await using own = await openIdentity({ take: server.take })
    const { user } = await own.identity.signUp(someone())
    await eventually(() => expect(server.held).toHaveLength(1))
    await deletePerson(own, user.email)
    await eventually(() => expect(own.mails.filter(isAnswer)).toHaveLength(1))
    if (error !== undefined) error.message += ` <${user.email}>`
    server.held[0]?.end(error)
    await jobsAreSettled(own)
    const left = JSON.stringify(await outbox(own).find().toArray())
    expect(left).not.toContain(user.email)
    expect(left).not.toContain(user.id)
    expect(left).not.toContain('Whitfield')
  })
})

/** A mail whose job does not name its recipient. */
const mailAboutOrder = defineJob({ name: 'mail-about-order', queue: 'mail', schema: z.object({}) })

describe('a job that runs while somebody is erased', () => {
  it('keeps no address in the error that it ends with', async () => {
    let isBegun = false
    let end = () => {}
    await using own = await openIdentity()
    const { user } = await own.identity.signUp(someone())
    await own.mailsTo(user.email, 1)
    own.jobs.handle(mailAboutOrder, async () => {
      if (isBegun) throw new JobCannotSucceed('550 <ben@example.com>: no such mailbox')
      isBegun = true
      await new Promise<void>((resolve) => (end = resolve))
      throw new JobCannotSucceed(`550 <${user.email}>: no such mailbox`)
    })
    const enqueue = () => own.db.database.transaction((tx) => own.jobs.enqueue(tx, mailAboutOrder, {}))
    await enqueue()
    await eventually(() => expect(isBegun).toBe(true))
    await deletePerson(own, user.email)
    await eventually(() => expect(own.mails.filter(isAnswer)).toHaveLength(1))
    end()
    await jobsAreSettled(own)
    const errors = async () => (await own.jobs.failed()).map(({ error }) => error)
    expect(await errors()).toEqual(['JobCannotSucceed: 550 <[address]>: no such mailbox'])
    // Staff need those of others to see which mailbox it is.
    await enqueue()
    await eventually(async () => expect(await errors()).toHaveLength(2))
    expect(await errors()).toContain('JobCannotSucceed: 550 <ben@example.com>: no such mailbox')
  })
})

describe('a person whose data is being erased', () => {
  it('gets no mail meanwhile but that it is done, and none of them counts as held back', async () => {
    await using own = await openIdentity()
    const { user } = await own.identity.signUp(someone())
    let isErasing = false
    let goOn = () => {}
    const released = new Promise<void>((resolve) => (goOn = resolve))
    own.identity.addPersonalDataSource({
      name: 'slow archive',
      export: async () => [],
      async erase() {
        isErasing = true
        await released
      },
    })
    await own.mailsTo(user.email, 1)
    await deletePerson(own, user.email)
    await eventually(() => expect(isErasing).toBe(true))
    const before = own.mails.filter(({ to }) => to.address === user.email).length
    for (let count = 0; count < 7; count += 1) await enqueueMail(own, user)
    // The erasure itself still runs.
    await eventually(async () => {
      for (const { queue, waiting, active } of await own.jobs.stats())
        if (queue.endsWith('mail')) expect([waiting, active]).toEqual([0, 0])
    })
    expect(own.mails.filter(({ to }) => to.address === user.email)).toHaveLength(before)
    expect(await withheld(own)).toBe(0)
    goOn()
    await eventually(() => expect(own.mails.filter(isAnswer)).toHaveLength(1))
    await jobsAreSettled(own)
    expect(await outbox(own).countDocuments({ status: { $ne: 'done' } })).toBe(0)
  })
})

describe('the mail that somebody’s data is deleted', () => {
  it('is given up when their mailbox refuses it: nothing of them is kept for it, and their request says so', async () => {
    await using own = await openIdentity({
      async take(mail) {
        if (isAnswer(mail)) throw new JobCannotSucceed(`550 <${mail.to.address}>: no such mailbox`)
      },
    })
    const { user } = await own.identity.signUp(someone())
    await own.mailsTo(user.email, 1)
    const reference = await deletePerson(own, user.email)
    await jobsAreSettled(own)
    expect(await own.jobs.failed()).toEqual([])
    const left = JSON.stringify(await outbox(own).find().toArray())
    expect(left).not.toContain(user.email)
    expect(left).not.toContain('Whitfield')
    const { notes } = await own.identity.getPrivacyRequest(reference)
    expect(notes.map(({ text }) => text)).toEqual([
      'The personal data of this request was erased.',
      'The mail about it could not be delivered.',
    ])
  })

  it('leaves no address in the errors of its tries once it went out', async () => {
    let tries = 0
    await using own = await openIdentity({
      async take(mail) {
        if (isAnswer(mail) && ++tries === 1) throw new Error(`451 <${mail.to.address}>: try later`)
      },
    })
    const { user } = await own.identity.signUp(someone())
    await own.mailsTo(user.email, 1)
    await deletePerson(own, user.email)
    await eventually(() => expect(tries).toBe(1))
    await eventually(
      () => {
        own.clock.time = new Date(own.clock.time.getTime() + 60_000)
        expect(own.mails.filter(isAnswer)).toHaveLength(1)
      },
      { withinMs: 15_000 },
    )
    await jobsAreSettled(own)
    expect(JSON.stringify(await outbox(own).find().toArray())).not.toContain(user.email)
  })
})
