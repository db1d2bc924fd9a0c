import { beforeEach, describe, expect, it } from 'vitest'
import type { Database, Transaction } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import { createLiveEvents, publishNow } from '../../../testing/events.ts'
import { presenceReported, staffAccessChanged } from '../events.ts'
import { OWNER, type StaffPerson } from '../staff/domain/staff-person.ts'
import type { Doing } from './places.ts'
import type { Presence } from './presence.api.ts'
import { createPresence } from './presence.ts'

let events: EventBus
let presence: Presence
let now: number
/** Whether each report said something new. */
let news: boolean[]

const ADA: StaffPerson = { id: 'ada', name: 'Ada', role: 'orders' }
const BOB: StaffPerson = { id: 'bob', name: 'Bob', role: 'support' }

const database: Pick<Database, 'transaction'> = {
  async transaction(work) {
    const actions: (() => void | Promise<void>)[] = []
    const result = await work({ onCommit: (action) => void actions.push(action) } as Transaction)
    for (const action of actions) await action()
    return result
  },
}
const clock = { now: () => new Date(now) }

beforeEach(() => {
  now = 0
  news = []
  events = createLiveEvents()
  presence = createPresence({ database, events, clock, ownerId: OWNER.id })
  events.listen(presenceReported, 'test', ({ payload }) => void news.push(payload.isNews))
})

const report = (
  person: StaffPerson,
  doing: Doing,
  { id = '7', session = person.id, page = 'p', isHidden = false } = {},
) => presence.report({ id: session, person }, { place: { kind: 'order', id }, page, doing, isHidden })

describe('people who have the same thing open', () => {
  it('see each other, and nobody elsewhere', async () => {
    expect(await report(ADA, 'looking')).toEqual([])
    expect(await report(BOB, 'looking')).toEqual([{ name: 'Ada', isEditing: false }])
    expect(await report(ADA, 'editing')).toEqual([{ name: 'Bob', isEditing: false }])
    expect(await report(BOB, 'looking')).toEqual([{ name: 'Ada', isEditing: true }])
    expect(await report(BOB, 'looking', { id: '8' })).toEqual([])
  })

  it('are named once, whatever number of pages and sessions they have, and never to themselves', async () => {
    await report(ADA, 'looking', { page: 'a' })
    await report(ADA, 'editing', { page: 'b' })
    expect(await report(ADA, 'looking', { session: 'at home' })).toEqual([])
    expect(await report(BOB, 'looking')).toEqual([{ name: 'Ada', isEditing: true }])
    await report(ADA, 'left', { page: 'b' })
    expect(await report(BOB, 'looking')).toEqual([{ name: 'Ada', isEditing: false }])
  })

  it('are the owner each, when they opened the gate by its password', async () => {
    await report(OWNER, 'looking', { session: 'one' })
    expect(await report(OWNER, 'looking', { session: 'one', page: 'q' })).toEqual([])
    expect(await report(OWNER, 'looking', { session: 'two' })).toEqual([{ name: 'Owner', isEditing: false }])
  })

  it.each([
    ['leave', () => report(ADA, 'left')],
    ['are not heard of for 30 seconds', async () => void (now += 30_000)],
    [
      'are not heard of for 90 seconds from a page that nobody sees',
      async () => {
        await report(ADA, 'editing', { isHidden: true })
        now += 90_000
      },
    ],
    ['lose their access', () => publishNow(events, staffAccessChanged, { personId: 'ada' })],
    ['are signed out with everybody', () => publishNow(events, staffAccessChanged, { personId: null })],
  ])('are gone when they %s', async (_what, go) => {
    await report(ADA, 'editing')
    await go()
    expect(await report(BOB, 'looking')).toEqual([])
  })

  it('stay for 90 seconds with a page that nobody sees, which may report once a minute only', async () => {
    await report(ADA, 'editing', { isHidden: true })
    now += 89_000
    expect(await report(BOB, 'looking')).toEqual([{ name: 'Ada', isEditing: true }])
  })

  it('are news when they come, do something else, or leave, and not when they stay', async () => {
    await report(ADA, 'looking')
    await report(ADA, 'looking')
    await report(ADA, 'editing')
    await report(ADA, 'editing', { id: '8' })
    await report(ADA, 'editing', { id: '8' })
    now += 30_000
    await report(ADA, 'editing', { id: '8' })
    await report(ADA, 'left', { id: '8' })
    await report(ADA, 'left', { id: '8' })
    expect(news).toEqual([true, false, true, true, false, true, true, false])
  })

  it('are known from other processes, too', async () => {
    const person = { id: 'eve', name: 'Eve' }
    const place = { kind: 'order', id: '7' } as const
    await publishNow(events, presenceReported, {
      ...place,
      page: 'x',
      doing: 'editing',
      isHidden: false,
      sessionId: 's',
      person,
      isNews: true,
    })
    expect(await report(BOB, 'looking')).toEqual([{ name: 'Eve', isEditing: true }])
  })

  it('are 2,000 pages at most', async () => {
    await report(ADA, 'looking')
    for (let page = 0; page < 2000; page += 1) await report(BOB, 'looking', { page: String(page) })
    expect(await report(BOB, 'looking')).toEqual([])
    await report(ADA, 'looking')
    expect(await report(BOB, 'looking', { page: '1999' })).toEqual([{ name: 'Ada', isEditing: false }])
  })
})
