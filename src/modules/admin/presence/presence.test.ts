import { setImmediate } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Database, Transaction } from '#platform/database/database'
import type { Broadcast, EventBus } from '#platform/events/event-bus'
import { createLiveEvents, publishNow } from '../../../testing/events.ts'
import { eventually } from '../../../testing/eventually.ts'
import { staffAccessChanged } from '../events.ts'
import { OWNER, type StaffPerson } from '../staff/domain/staff-person.ts'
import type { Doing } from './places.ts'
import type { Presence } from './presence.api.ts'
import { createPresence } from './presence.ts'

let events: EventBus
let presence: Presence
let now: number
/** The places where something changed, in their order. */
let changes: string[]

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
  changes = []
  events = createLiveEvents()
  presence = createPresence({ database, events, clock, ownerId: OWNER.id })
  presence.onChange(({ kind, id }) => void changes.push(`${kind} ${id}`))
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

  it('are listed as people look for names, those who edit first', async () => {
    for (const name of ['Zoe', 'Desk 10', 'éva', 'Desk 2']) await report({ ...BOB, id: name, name }, 'looking')
    await report({ ...BOB, id: 'Yan', name: 'Yan' }, 'editing')
    const names = (await report(ADA, 'looking')).map(({ name }) => name)
    expect(names).toEqual(['Yan', 'Desk 2', 'Desk 10', 'éva', 'Zoe'])
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

  it('are announced when they come, do something else, or leave, and not when they stay', async () => {
    const changesOf = async (work: () => Promise<unknown>) => {
      changes = []
      await work()
      return changes
    }
    expect(await changesOf(() => report(ADA, 'looking'))).toEqual(['order 7'])
    expect(await changesOf(() => report(ADA, 'looking'))).toEqual([])
    expect(await changesOf(() => report(ADA, 'editing'))).toEqual(['order 7'])
    expect(await changesOf(() => report(ADA, 'editing', { id: '8' }))).toEqual(['order 7', 'order 8'])
    now += 30_000
    expect(await changesOf(() => report(ADA, 'editing', { id: '8' }))).toEqual(['order 8'])
    expect(await changesOf(() => report(ADA, 'left', { id: '8' }))).toEqual(['order 8'])
    expect(await changesOf(() => report(ADA, 'left', { id: '8' }))).toEqual([])
    await report(ADA, 'looking')
    expect(await changesOf(() => publishNow(events, staffAccessChanged, { personId: 'ada' }))).toEqual(['order 7'])
  })

  it('stay where they went when word comes late that they left the place before', async () => {
    await report(ADA, 'looking', { id: '7' })
    await report(ADA, 'looking', { id: '8' })
    await report(ADA, 'left', { id: '7' })
    expect(await report(BOB, 'looking', { id: '8' })).toEqual([{ name: 'Ada', isEditing: false }])
  })

  it('are 2,000 pages at most', async () => {
    await report(ADA, 'looking')
    for (let page = 0; page < 2000; page += 1) await report(BOB, 'looking', { page: String(page) })
    expect(await report(BOB, 'looking')).toEqual([])
    await report(ADA, 'looking')
    expect(await report(BOB, 'looking', { page: '1999' })).toEqual([{ name: 'Ada', isEditing: false }])
  })
})

describe('people in several processes', () => {
  interface Process {
    /** Whether it hears nothing of the others, and they nothing of it. */
    isCut: boolean
    readonly receive: (message: string) => void
    readonly reconnect: () => void
    readonly presence: Presence
  }
  let processes: Process[]
  beforeEach(() => void (processes = []))

  function aProcess(): Process {
    let receive: (message: string) => void = () => {}
    let onReturn: () => void = () => {}
    const broadcast: Broadcast = {
      send: (message) => {
        for (const other of processes) if (other !== self && !other.isCut && !self.isCut) other.receive(message)
      },
      receive: (listener) => void (receive = listener),
      onReturn: (listener) => void (onReturn = listener),
      isAway: false,
      close: async () => {},
    }
    const bus = createLiveEvents(undefined, broadcast)
    const self: Process = {
      isCut: false,
      receive: (message: string) => receive(message),
      reconnect: () => onReturn(),
      presence: createPresence({ database, events: bus, clock, ownerId: OWNER.id }),
    }
    processes.push(self)
    return self
  }
  const reportAt = (process: Process, person: StaffPerson, doing: Doing = 'looking', id = '7') =>
    process.presence.report(
      { id: person.id, person },
      { place: { kind: 'order', id }, page: 'p', doing, isHidden: false },
    )

  it('see each other, and hear of each other', async () => {
    const [one, two] = [aProcess(), aProcess()]
    two.presence.onChange(({ id }) => void changes.push(id))
    await reportAt(one, ADA, 'editing')
    expect(changes).toEqual(['7'])
    expect(await reportAt(two, BOB)).toEqual([{ name: 'Ada', isEditing: true }])
  })

  it('are known to a process that has just started, for no longer than to the others', async () => {
    const one = aProcess()
    await reportAt(one, ADA)
    now += 20_000
    const two = aProcess()
    await two.presence.ask()
    await eventually(async () => expect(await reportAt(two, BOB)).toEqual([{ name: 'Ada', isEditing: false }]))
    now += 10_000
    expect(await reportAt(two, BOB)).toEqual([])
  })

  it('stay where they went while the process that they came from heard nothing', async () => {
    const [one, two] = [aProcess(), aProcess()]
    await reportAt(one, ADA, 'editing', '7')
    one.isCut = true
    now += 10_000
    await reportAt(two, ADA, 'editing', '8')
    one.isCut = false
    two.reconnect()
    await setImmediate()
    expect(await reportAt(two, BOB, 'looking', '8')).toEqual([{ name: 'Ada', isEditing: true }])
    expect(await reportAt(two, BOB, 'looking', '7')).toEqual([])
  })

  it('hear at once of who came while the processes did not hear each other', async () => {
    const [one, two] = [aProcess(), aProcess()]
    await reportAt(two, BOB)
    one.isCut = true
    await reportAt(one, ADA)
    expect(await reportAt(two, BOB)).toEqual([])
    two.presence.onChange(({ id }) => void changes.push(id))
    one.isCut = false
    two.reconnect()
    await eventually(() => expect(changes).toEqual(['7']))
    expect(await reportAt(two, BOB)).toEqual([{ name: 'Ada', isEditing: false }])
  })
})
