import request from 'supertest'
import { expect, it } from 'vitest'
import type { ToDo } from '#contracts/admin'
import type { InboxEntry } from '#contracts/inbox'
import { JobCannotSucceed } from '#platform/jobs/jobs'
import { eventually } from '../../testing/eventually.ts'
import { privacyCalls, startPrivacyShop } from '../testing/privacy-shop.ts'
import { staffScript } from '../testing/staff-requests.ts'

it('a deletion that the shop gave up says so in the inbox, counts in what waits, and is done by another try', async () => {
  const shop = await startPrivacyShop()
  try {
    const staff = await staffScript(shop)
    const { verifiedRequest, mailsTo } = privacyCalls(() => shop)
    const read = async <Body>(path: string) =>
      (await request(shop.app.server).get(`/api/admin/${path}`).set(staff).expect(200)).body as Body
    let isLocked = true
    shop.shop.identity.addPersonalDataSource({
      name: 'archive',
      export: async () => [],
      async erase() {
        if (isLocked) throw new JobCannotSucceed('The archive is locked.')
      },
    })
    const person = { firstName: 'Dana', lastName: 'Whitfield', email: 'dana@example.com' }
    const reference = await verifiedRequest(person, 'delete')
    const failure = await eventually(async () => {
      const { failure: found } = await read<InboxEntry>(`inbox/${reference}`)
      expect(found).toMatchObject({ error: 'JobCannotSucceed: The archive is locked.', isErasure: true })
      return found
    })
    expect(await read<InboxEntry[]>('inbox?kind=privacy')).toMatchObject([{ id: reference, failure }])
    await eventually(async () => expect((await read<ToDo>('to-do')).inbox.failed).toBe(1))

    isLocked = false
    const again = `/api/admin/queues/failed/${failure?.jobId}/run`
    await request(shop.app.server).post(again).set(staff).expect(202)
    await eventually(() =>
      expect(mailsTo(person.email).some((text) => text.includes('Your data is deleted'))).toBe(true),
    )
    expect(await read<InboxEntry>(`inbox/${reference}`)).not.toHaveProperty('failure')
    await eventually(async () => expect((await read<ToDo>('to-do')).inbox.failed).toBe(0))
  } finally {
    await shop.stop()
  }
})
