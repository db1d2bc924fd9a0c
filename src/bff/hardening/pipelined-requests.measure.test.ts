import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startShop, type RunningShop } from '../../testing/start-shop.ts'
import { longestHold } from '../testing/longest-hold.ts'
import { MAX_AHEAD } from './pipelined-requests.ts'

/** What a request may hold up all others for, in ms of processor time. */
const LONGEST_HOLD_MS = 50
const ATTEMPTS = 4

let shop: RunningShop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.stop())

/** Sends all of these over one connection at once, and returns what comes until it is closed. */
function sendAtOnce(bytes: string): Promise<string> {
  const { hostname, port } = new URL(shop.url)
  const socket = connect(Number(port), hostname)
  let answers = ''
  return new Promise((resolve) => {
    socket.on('data', (chunk) => (answers += String(chunk)))
    // The end of a connection that is closed with something unread.
    socket.on('error', () => socket.destroy())
    socket.on('close', () => resolve(answers))
    socket.write(bytes)
  })
}

const get = (path: string, ...headers: string[]) =>
  `${[`GET ${path} HTTP/1.1`, 'Host: shop', ...headers].join('\r\n')}\r\n\r\n`
const LAST = get('/api/health/live', 'Connection: close')

describe('requests that are sent ahead of their answers', () => {
  it('are answered in their order, also those with a body, of whatever kind they are', async () => {
    const body = '{"email":"nobody"}'
    const login = `POST /api/login HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    const one = [
      get('/api/products/1'),
      login,
      get('/api/nope'),
      get('/about', 'Accept: text/html'),
      get('/favicon.svg'),
    ]
    const answers = await sendAtOnce(one.join('').repeat(15) + LAST)
    const statuses = [...answers.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status))
    expect(statuses).toEqual([...Array.from({ length: 15 }, () => [200, 400, 404, 200, 200]).flat(), 200])
    expect(answers.endsWith('{"status":"live"}')).toBe(true)
  })

  it('hold up nobody else, however many they are', async () => {
    let shortest = Infinity
    for (let i = 0; i < ATTEMPTS && shortest > LONGEST_HOLD_MS; i += 1)
      shortest = Math.min(shortest, await longestHold(() => sendAtOnce(get('/api/nope').repeat(2500) + LAST)))
    expect(shortest).toBeLessThan(LONGEST_HOLD_MS)
  })

  it('end the connection when they are more than a hundred', async () => {
    const count = async (ahead: number) => {
      const answers = await sendAtOnce(get('/api/nope').repeat(ahead) + LAST)
      return answers.match(/HTTP\/1\.1 404 /g)?.length ?? 0
    }
    expect(await count(MAX_AHEAD)).toBe(MAX_AHEAD)
    expect(await count(MAX_AHEAD + 10)).toBeLessThan(2)
  })
})
