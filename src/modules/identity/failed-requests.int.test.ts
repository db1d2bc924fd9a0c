import { describe, expect, it } from 'vitest'
import { JobCannotSucceed } from '#platform/jobs/jobs'
import { sendMail } from '#platform/mail/send-mail'
import { eventually } from '../../testing/eventually.ts'
import { askForDeletion, jobsAreSettled, openIdentity, someone } from './testing/open-identity.ts'

/** A person whose deletion fails for good after their account is gone, until the archive is opened. */
async function aFailedDeletion() {
  const own = await openIdentity()
  const { user } = await own.identity.signUp(someone())
  await own.mailsTo(user.email, 1)
  const archive = { isLocked: true, goOn: () => {}, mayFail: Promise.resolve() }
  archive.mayFail = new Promise<void>((resolve) => (archive.goOn = resolve))
  own.identity.addPersonalDataSource({
    name: 'archive',
    export: async () => [],
    async erase() {
      await archive.mayFail
      if (archive.isLocked) throw new JobCannotSucceed('The archive is locked.')
    },
  })
  const { reference } = await askForDeletion(own, user.email)
  await own.db.database.transaction((tx) => own.identity.verifyPrivacyRequestByStaff(tx, reference, 'Known.'))
  const requests = own.db.database.connection.collection<{ _id: string; subject: unknown }>('privacy_requests')
  await eventually(async () => expect((await requests.findOne({ _id: reference }))?.subject).not.toBeNull())
  const write = (subject: string, isMarketing = false) =>
    own.db.database.transaction((tx) =>
      own.jobs.enqueue(tx, sendMail, { to: { name: '', address: user.email }, subject, text: 'Hello', isMarketing }),
    )
  const subjects = () => own.mails.filter(({ to }) => to.address === user.email).map(({ subject }) => subject)
  const failed = () => own.identity.findPrivacyRequest(reference, null).then((request) => request?.failure ?? null)
  return { own, archive, reference, write, subjects, failed }
}

describe('a deletion that failed for good', () => {
  it('is told with its request and counted, until its job is run again', async () => {
    const { own, archive, reference, failed } = await aFailedDeletion()
    await using _closed = own
    expect([await failed(), await own.identity.countFailedPrivacyRequests()]).toEqual([null, 0])
    archive.goOn()
    await eventually(async () => expect(await failed()).not.toBeNull())
    const failure = await failed()
    expect(failure?.error).toBe('JobCannotSucceed: The archive is locked.')
    expect(await own.identity.countFailedPrivacyRequests()).toBe(1)
    expect(await own.identity.listPrivacyRequests({ limit: 10, offset: 0 })).toMatchObject({
      requests: [{ reference, failure: { jobId: failure?.jobId } }],
    })
    archive.isLocked = false
    await own.jobs.runAgain(failure?.jobId ?? '')
    await jobsAreSettled(own)
    expect([await failed(), await own.identity.countFailedPrivacyRequests()]).toEqual([null, 0])
    expect((await own.identity.getPrivacyRequest(reference)).email).toBeNull()
  })

  it('holds no mail any longer but advertising, also none that waited for it', async () => {
    const { own, archive, write, subjects, failed } = await aFailedDeletion()
    await using _closed = own
    const before = subjects().length
    await write('Shipped')
    await write('Offers', true)
    const mail = async () => (await own.jobs.stats()).find(({ queue }) => queue === 'mail')
    await eventually(async () => expect(await mail()).toMatchObject({ waiting: 0, active: 0, delayed: 1 }))
    expect(subjects()).toHaveLength(before)
    archive.goOn()
    await eventually(async () => expect(await failed()).not.toBeNull())
    await write('Delivered')
    await write('More offers', true)
    await eventually(
      () => {
        own.clock.time = new Date(own.clock.time.getTime() + 60_000)
        expect(subjects().slice(before).toSorted()).toEqual(['Delivered', 'Shipped'])
      },
      { withinMs: 15_000 },
    )
    await eventually(async () => expect(await mail()).toMatchObject({ waiting: 0, active: 0, delayed: 0, failed: 0 }))
    expect(subjects()).toHaveLength(before + 2)
  })
})
