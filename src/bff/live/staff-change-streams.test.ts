import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChangedThing } from '#contracts/changes'
import type { StaffRole } from '#contracts/staff-roles'
import type { AdminModule } from '#modules/admin'
import { importFinished, messageReceived, staffAccessChanged } from '#modules/admin/events'
import { productsChanged } from '#modules/catalog/events'
import { orderPlaced } from '#modules/orders/events'
import type { EventBus } from '#platform/events/event-bus'
import { createLogger } from '#platform/log/logger'
import { eventually } from '../../testing/eventually.ts'
import { createLiveEvents, publishNow } from '../../testing/events.ts'
import { createStaffChangeStreams, type StaffChangeStreams } from './staff-change-streams.ts'

const logger = createLogger('silent')
let events: EventBus
let streams: StaffChangeStreams
/** Notifies that others have something open now, or no longer. */
let notifyPresence: Parameters<AdminModule['presence']['onChange']>[0]
/** The role behind each open session. */
let sessions: Map<string, StaffRole>

beforeEach(() => {
  events = createLiveEvents(logger)
  sessions = new Map([
    ['ann', 'support'],
    ['bob', 'catalog'],
  ])
  const staff = {
    async findSession(token: string) {
      const role = sessions.get(token)
      return role === undefined ? null : { person: { role } }
    },
  } as unknown as AdminModule['staff']
  const presence = { onChange: (listener) => void (notifyPresence = listener) } as AdminModule['presence']
  streams = createStaffChangeStreams({ admin: { staff, presence }, events, logger })
})
afterEach(() => {
  vi.restoreAllMocks()
  streams.close()
})

interface Page {
  text: string
  isOver: boolean
}

async function openPage(token: string): Promise<Page> {
  const page: Page = { text: '', isOver: false }
  const stream = streams.open(sessions.get(token) ?? 'owner', token)
  stream.readable.on('data', (chunk: Buffer) => (page.text += chunk.toString()))
  stream.onEnd(() => (page.isOver = true))
  await eventually(() => expect(page.text).toContain('event: start\n'))
  return page
}

/** What happens until `goOn` happens at once, however long it takes. */
async function openPageAtOneMoment(token: string): Promise<{ page: Page; goOn: () => void }> {
  const standing = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  return { page: await openPage(token), goOn: () => standing.mockRestore() }
}

const heardBy = ({ text }: Page) =>
  [...text.matchAll(/event: changes\ndata: (.*)\n/g)].map(([, data]) => JSON.parse(data ?? '') as ChangedThing[])
const placed = (orderId: number) => publishNow(events, orderPlaced, { orderId, customerId: 'ada', totalCents: 1 })
const messageCame = (reference: string) => publishNow(events, messageReceived, { reference })
const productsChange = (productIds: number[] | null) => publishNow(events, productsChanged, { productIds })

describe('the changes that open pages of the back office hear of', () => {
  it('are those that their role may see', async () => {
    const [support, catalog] = [await openPage('ann'), await openPage('bob')]
    await messageCame('MSG-1')
    await publishNow(events, importFinished, { importId: 'i-1', state: 'finished', preview: false })
    await placed(7)
    await productsChange([3])
    await eventually(() => {
      expect(heardBy(support).flat()).toEqual([
        { kind: 'inbox', id: 'MSG-1', version: null },
        { kind: 'order', id: '7', version: null },
        { kind: 'product', id: '3', version: null },
      ])
      expect(heardBy(catalog).flat()).toEqual([
        { kind: 'import', id: 'i-1', version: null },
        { kind: 'product', id: '3', version: null },
      ])
    })
  })

  it('are also who has something open, where they may see it', async () => {
    const [support, catalog] = [await openPage('ann'), await openPage('bob')]
    notifyPresence({ kind: 'supplier', id: 's-1' })
    notifyPresence({ kind: 'product', id: '3' })
    await eventually(() => expect(heardBy(catalog).flat()).toHaveLength(2))
    expect(heardBy(catalog).flat()[0]).toEqual({ kind: 'people-at-supplier', id: 's-1', version: null })
    await eventually(() =>
      expect(heardBy(support).flat()).toEqual([{ kind: 'people-at-product', id: '3', version: null }]),
    )
  })

  it('are told once, and none that was before the page was open', async () => {
    const order = (id: number) => ({ kind: 'order', id: String(id), version: null })
    await placed(1)
    const page = await openPage('ann')
    await placed(2)
    await eventually(() => expect(heardBy(page)).toEqual([[order(2)]]))
    await placed(3)
    await eventually(() => expect(heardBy(page)).toEqual([[order(2)], [order(3)]]))
  })

  it('come together when many change at once, each thing once', async () => {
    const { page, goOn } = await openPageAtOneMoment('ann')
    for (const orderId of [1, 2, 1, 2, 3]) await placed(orderId)
    goOn()
    await eventually(() =>
      expect(
        heardBy(page)
          .flat()
          .map(({ id }) => id)
          .sort(),
      ).toEqual(['1', '2', '3']),
    )
    expect(heardBy(page).length).toBeLessThanOrEqual(2)
  })

  it('name no single thing when too many of a kind change, and still name those of other kinds', async () => {
    const { page, goOn } = await openPageAtOneMoment('ann')
    await productsChange(Array.from({ length: 5000 }, (_, id) => id))
    await placed(1)
    await productsChange([1])
    goOn()
    await eventually(() => expect(heardBy(page).flat()).toHaveLength(2))
    expect(heardBy(page).flat()).toEqual([
      { kind: 'product', id: null, version: null },
      { kind: 'order', id: '1', version: null },
    ])
  })

  it('begin anew when events of other processes may have been missed', async () => {
    const page = await openPage('ann')
    events.resync()
    await eventually(() => expect(page.text.split('event: start\n')).toHaveLength(3))
  })

  it.each([
    ['the session is ended', () => sessions.delete('ann')],
    ['the role is another one', () => sessions.set('ann', 'catalog')],
  ])('end at once when %s, and for nobody else', async (_what, change) => {
    const [leaving, staying] = [await openPage('ann'), await openPage('bob')]
    change()
    await publishNow(events, staffAccessChanged, { personId: 'ann' })
    await eventually(() => expect(leaving.isOver).toBe(true))
    expect(staying.isOver).toBe(false)
  })
})
