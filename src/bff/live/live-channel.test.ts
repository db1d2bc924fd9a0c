import { afterEach, expect, it } from 'vitest'
import { createLogger } from '#platform/logger'
import { eventually } from '../../testing/eventually.ts'
import { createLiveChannel, type LiveChannel } from './live-channel.ts'

let channel: LiveChannel
afterEach(() => channel.close())

const update = (text: string) => ({ event: 'state', read: async () => text })

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
    channel.notify('a', 'state', { event: 'state', read: async () => `step${state}` })
  }
  await eventually(() => expect(statesIn(page)).toEqual(['first', 'step50']))
  channel.notify('a', 'state', update('last'))
  await eventually(() => expect(statesIn(page)).toEqual(['first', 'step50', 'last']))
})

it('keeps topics apart, and forgets one without pages', async () => {
  channel = createLiveChannel({ name: 'test', isSessionOpen: async () => true, logger: createLogger('silent') })
  const stream = channel.open('a', 'session', update('first'))
  stream.readable.resume()
  const other = openPage('b')
  channel.notify('a', 'state', update('only for a'))
  channel.notify('nobody', 'state', update('for nobody'))
  await eventually(() => expect(statesIn(other)).toEqual(['first']))
  stream.end()
  await eventually(() => expect([...channel.topics()]).toEqual(['b']))
})

it('sends the first state before any update, also when updates are waiting already', async () => {
  channel = createLiveChannel({ name: 'test', isSessionOpen: async () => true, logger: createLogger('silent') })
  openPage('a')
  channel.notify('a', 'one', update('one'))
  const late = openPage('a')
  channel.notify('a', 'two', update('two'))
  await eventually(() => expect(statesIn(late)).toEqual(['first', 'two']))
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
