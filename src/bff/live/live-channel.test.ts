import { afterEach, expect, it, vi } from 'vitest'
import { setImmediate } from 'node:timers/promises'
import { createLogger } from '#platform/log/logger'
import { eventually } from '../../testing/eventually.ts'
import { createLiveChannel, type LiveChannel } from './live-channel.ts'

let channel: LiveChannel
afterEach(() => channel.close())

const update = (text: string) => ({ event: 'state', read: async () => JSON.stringify(text) })

function openPage(topic: string): { text: string } {
  const page = { text: '' }
  channel.open(topic, 'session', update('first')).readable.on('data', (chunk: Buffer) => (page.text += String(chunk)))
  return page
}

const statesIn = ({ text }: { text: string }) => [...text.matchAll(/data: "(\w+)"/g)].map(([, state]) => state)

it('sends several changes as one update, which is read just before it is sent', async () => {
  channel = createLiveChannel({
    name: 'test',
    isSessionOpen: async () => true,
    pauseMs: 20,
    logger: createLogger('silent'),
  })
  const page = openPage('a')
  let state = 0
  for (let step = 0; step < 50; step += 1) {
    state += 1
    channel.notify('a', 'state', { event: 'state', read: async () => `"step${state}"` })
  }
  await eventually(() => expect(statesIn(page)).toEqual(['first', 'step50']))
  channel.notify('a', 'state', update('last'))
  await eventually(() => expect(statesIn(page)).toEqual(['first', 'step50', 'last']))
})

it('keeps topics apart, and forgets the page that ended', async () => {
  channel = createLiveChannel({ name: 'test', isSessionOpen: async () => true, logger: createLogger('silent') })
  const stream = channel.open('a', 'session', update('first'))
  stream.readable.resume()
  const other = openPage('b')
  channel.notify('a', 'state', update('only for a'))
  channel.notify('nobody', 'state', update('for nobody'))
  await eventually(() => expect(statesIn(other)).toEqual(['first']))
  stream.end()
  await eventually(() => expect(['a', 'b'].map((topic) => channel.countOf(topic))).toEqual([0, 1]))
  const updateOf = vi.fn((topic: string) => update(topic))
  channel.notifyAll('state', updateOf)
  expect(updateOf.mock.calls.flat()).toEqual(['b'])
})

it('sends the first state before any update, also when updates are waiting already', async () => {
  channel = createLiveChannel({ name: 'test', isSessionOpen: async () => true, logger: createLogger('silent') })
  openPage('a')
  channel.notify('a', 'one', update('one'))
  const late = openPage('a')
  channel.notify('a', 'two', update('two'))
  await eventually(() => expect(statesIn(late)).toEqual(['first', 'two']))
})

it('opens 5,000 pages at a time, and others once some of them have ended, however many there were', async () => {
  channel = createLiveChannel({ name: 'test', isSessionOpen: async () => true, logger: createLogger('silent') })
  const openOne = (topic: number) => channel.open(`${topic % 50}`, 'session', update('first'))
  const streams = Array.from({ length: 5000 }, (_, topic) => openOne(topic))
  expect(() => openOne(0)).toThrow('The shop is very busy right now')
  const leaving = streams.slice(0, 3)
  for (const { readable } of leaving) readable.destroy()
  await eventually(() => expect(channel.countOf('0')).toBe(99))
  for (const topic of [0, 1, 2]) openOne(topic)
  expect(() => openOne(0)).toThrow('The shop is very busy right now')
})

it('makes no page wait for its first state because others were opened before it', async () => {
  channel = createLiveChannel({
    name: 'test',
    isSessionOpen: async () => true,
    pauseMs: 60_000,
    logger: createLogger('silent'),
  })
  const pages = Array.from({ length: 20 }, () => openPage('a'))
  await eventually(() => expect(pages.map(statesIn)).toEqual(pages.map(() => ['first'])))
})

it('reads an update once for all pages, writes the same bytes to each, and lets others be answered in between', async () => {
  channel = createLiveChannel({ name: 'test', isSessionOpen: async () => true, logger: createLogger('silent') })
  const pieces: Buffer[] = []
  let [reads, turns] = [0, 0]
  const turnsOfPieces: number[] = []
  for (let page = 0; page < 200; page += 1)
    channel.open('a', 'session', update('first')).readable.on('data', (piece: Buffer) => {
      if (!piece.includes('the list')) return
      pieces.push(piece)
      turnsOfPieces.push(turns)
    })
  await eventually(() => expect(channel.countOf('a')).toBe(200))
  const list = async () => `"the list ${(reads += 1)}"`
  channel.notify('a', 'list', { event: 'list', read: list })
  for (; pieces.length < 200 && turns < 100_000; turns += 1) await setImmediate()
  expect(pieces).toHaveLength(200)
  expect(reads).toBe(1)
  expect(new Set(pieces).size).toBe(1)
  const writtenInTurn = (turn: number) => turnsOfPieces.filter((each) => each === turn).length
  expect(Math.max(...turnsOfPieces.map(writtenInTurn))).toBeLessThanOrEqual(20)
})

it('reads a few topics at a time when all are out of date, and looks up a few sessions at each heartbeat', async () => {
  let [underWay, most] = [0, 0]
  async function look<Found>(found: Found): Promise<Found> {
    most = Math.max(most, (underWay += 1))
    await setImmediate()
    underWay -= 1
    return found
  }
  let isCounted = false
  channel = createLiveChannel({
    name: 'test',
    isSessionOpen: () => (isCounted ? look(true) : Promise.resolve(true)),
    heartbeatMs: 20,
    logger: createLogger('silent'),
  })
  const pages = Array.from({ length: 200 }, (_, topic) => openPage(`${topic}`))
  await eventually(() => expect(pages.map(statesIn)).toEqual(pages.map(() => ['first'])))
  isCounted = true
  channel.notifyAll('list', (topic) => ({ event: 'list', read: () => look(`"list${topic}"`) }))
  channel.notifyAll('list', () => update('twice'))
  await eventually(() => expect(pages.map(statesIn)).toEqual(pages.map((_, topic) => ['first', `list${topic}`])))
  await eventually(() => expect(pages.every(({ text }) => text.endsWith(': still here\n\n'))).toBe(true))
  expect(most).toBeLessThanOrEqual(20)
})

it('says once at a heartbeat that sessions cannot be looked up, and keeps all pages open meanwhile', async () => {
  const logger = createLogger('silent')
  const warned = vi.spyOn(logger, 'warn')
  let isAway = false
  const isSessionOpen = () => (isAway ? Promise.reject(new Error('expected by the test')) : Promise.resolve(true))
  channel = createLiveChannel({ name: 'test', isSessionOpen, heartbeatMs: 50, logger })
  const pages = Array.from({ length: 30 }, (_, topic) => openPage(`${topic}`))
  await eventually(() => expect(pages.map(statesIn)).toEqual(pages.map(() => ['first'])))
  isAway = true
  await eventually(() => expect(warned).toHaveBeenCalled())
  isAway = false
  expect(warned.mock.calls[0]).toEqual([expect.objectContaining({ topics: 30 }), expect.any(String)])
  expect(channel.countOf('0')).toBe(1)
})
