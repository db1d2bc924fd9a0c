import { expect } from 'vitest'
import { createEventBus, type EventBus } from '#platform/events/event-bus'
import { createJobs, type JobsRuntime } from '#platform/jobs/create-jobs'
import { createLogger } from '#platform/log/logger'
import type { MailMessage } from '#platform/mail/mail'
import { createMailBudget } from '#platform/mail/mail-budget'
import { createMailer } from '#platform/mail/mailer'
import { handleSendMail } from '#platform/mail/send-mail'
import { eventually } from '../../../testing/eventually.ts'
import { quickPasswords } from '../../../testing/quick-passwords.ts'
import { openTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { createIdentityModule, type IdentityModule } from '../index.ts'

export interface OpenIdentity extends AsyncDisposable {
  readonly db: TestDatabase
  readonly events: EventBus
  readonly jobs: JobsRuntime
  readonly identity: IdentityModule
  /** The shop's time, which tests set. */
  readonly clock: { time: Date; now(): Date }
  /** Every mail that was sent. */
  readonly mails: readonly MailMessage[]
  /** The mails that an address got, once there are so many of them. They are sent at the same time, in any order. */
  mailsTo(address: string, count: number): Promise<MailMessage[]>
  close(): Promise<void>
}

/**
 * The module on a database of its own, with its jobs at work and its mails collected.
 * @param options.mailsAtOnce 0 leaves all mails in the outbox
 * @param options.take what the mail server does with a mail before it has it
 */
export async function openIdentity({
  mailsAtOnce = 4,
  take = async () => {},
}: {
  readonly mailsAtOnce?: number
  readonly take?: (message: MailMessage) => Promise<void>
} = {}): Promise<OpenIdentity> {
  const logger = createLogger('silent')
  // Not in the past: the database deletes what has expired by its own clock.
  const clock = { time: new Date(), now: () => clock.time }
  const mails: MailMessage[] = []
  const db = await openTestDatabase()
  const jobs = await createJobs({
    database: db.database,
    clock,
    logger,
    queues: { 'urgent-mail': mailsAtOnce, mail: mailsAtOnce, housekeeping: 2 },
    redisUrl: null,
  })
  const events = createEventBus({ logger, clock, jobs })
  const mailer = createMailer({
    mail: {
      async send(message) {
        await take(message)
        mails.push(message)
      },
    },
    budget: createMailBudget({ database: db.database, clock, secret: 'only for this test' }),
    logger,
    isHeld: jobs.isHeld,
    refusesMarketing: (address) => identity.refusesMarketing(address),
    accountOf: (address) => address,
    standingOf: (address, customerId) => identity.standingOf(address, customerId),
  })
  handleSendMail(jobs, mailer)
  const identity = createIdentityModule({
    database: db.database,
    events,
    jobs,
    clock,
    logger,
    mailer,
    passwords: quickPasswords(),
    shopUrl: 'https://shop.example',
    secret: 'only for this test',
    staff: { name: 'Shop', address: 'shop@example.com' },
  })
  await db.database.buildIndexes()
  await jobs.start({ work: true })
  const close = async () => {
    await jobs.stop()
    await db.drop()
  }
  return {
    db,
    events,
    jobs,
    identity,
    clock,
    mails,
    mailsTo: (address, count) =>
      eventually(() => {
        const found = mails.filter(({ to }) => to.address === address)
        expect(found).toHaveLength(count)
        return found
      }),
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** Asks for the deletion of what the shop has of an address. It waits until it is verified. */
export const askForDeletion = (own: Pick<OpenIdentity, 'identity'>, email: string) =>
  own.identity.receivePrivacyRequest({
    firstName: 'Dana',
    lastName: 'Whitfield',
    email,
    phone: null,
    requestType: 'delete',
    description: 'Please.',
    verificationMethod: 'email',
  })

/** Waits until no job waits or runs. */
export const jobsAreSettled = (own: Pick<OpenIdentity, 'jobs'>): Promise<void> =>
  eventually(async () => {
    for (const { waiting, active } of await own.jobs.stats()) expect([waiting, active]).toEqual([0, 0])
  })

/** Whether a mail asks to confirm a privacy request. */
export const isPrivacyRequest = ({ subject }: { readonly subject: string }) =>
  subject.startsWith('Your privacy request')

/** The token in the link of a mail. */
export const tokenOf = (mail: MailMessage | undefined): string => /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''

let customers = 0

/** What somebody fills in to sign up, with an address of their own. */
export const someone = (overrides: Partial<Parameters<IdentityModule['signUp']>[0]> = {}) => ({
  firstName: 'Dana',
  lastName: 'Whitfield',
  email: `dana${++customers}@example.com`,
  phone: '5550100200',
  password: 'correct horse battery',
  ...overrides,
})
