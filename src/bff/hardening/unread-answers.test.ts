import Fastify, { type FastifyInstance } from 'fastify'
import { EventEmitter } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { patient } from '../../testing/patience.ts'
import { closeUnreadConnections, noteHeldBack } from './unread-answers.ts'

const LIMITS = { silentMs: 60_000, maxBytes: 1000, patienceMs: 5000, lookEveryMs: 1000 }

/** A connection of which a test says how much waits on it, and how much was given to it so far. */
class Connection extends EventEmitter {
  writableLength = 0
  bytesWritten = 0
  isOpen = true

  destroy(): void {
    this.isOpen = false
    this.emit('close')
  }

  give(bytes: number): this {
    this.bytesWritten += bytes
    this.writableLength = bytes
    return this
  }
}

describe('an answer that its caller does not read', () => {
  const server = new EventEmitter()
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    closeUnreadConnections({ server } as unknown as FastifyInstance, LIMITS)
  })
  afterEach(() => {
    server.removeAllListeners()
    vi.useRealTimers()
  })

  function connected(): Connection {
    const connection = new Connection()
    server.emit('connection', connection)
    return connection
  }
  const after = (ms: number) => vi.advanceTimersByTime(ms)

  it('ends its connection after a while, and no other', () => {
    const [unread, idle] = [connected().give(10), connected()]
    after(LIMITS.silentMs)
    expect([unread.isOpen, idle.isOpen]).toEqual([true, true])
    after(LIMITS.lookEveryMs)
    expect([unread.isOpen, idle.isOpen]).toEqual([false, true])
  })

  it('leaves it open while a piece is taken from time to time, or all of it was', () => {
    const [slow, done] = [connected().give(10), connected().give(10)]
    for (let pieces = 0; pieces < 5; pieces += 1) {
      after(LIMITS.silentMs - LIMITS.lookEveryMs)
      slow.give(10)
      done.writableLength = 0
    }
    expect([slow.isOpen, done.isOpen]).toEqual([true, true])
  })

  it('ends it sooner when too much waits for all, the longest first, until it is no longer too much', () => {
    const small = connected().give(100)
    after(LIMITS.lookEveryMs)
    const first = connected().give(600)
    after(LIMITS.lookEveryMs)
    const second = connected().give(600)
    after(LIMITS.patienceMs - 2 * LIMITS.lookEveryMs)
    expect([small.isOpen, first.isOpen, second.isOpen]).toEqual([true, true, true])
    after(LIMITS.lookEveryMs)
    expect([small.isOpen, first.isOpen, second.isOpen]).toEqual([false, true, true])
    after(LIMITS.lookEveryMs)
    expect([first.isOpen, second.isOpen]).toEqual([false, true])
    after(LIMITS.silentMs - 2 * LIMITS.patienceMs)
    expect(second.isOpen).toBe(true)
  })

  it('counts with what is kept until its caller takes what comes before', () => {
    const [long, short] = [connected().give(10), connected().give(10)]
    noteHeldBack(long as unknown as Socket, 2 * LIMITS.maxBytes)
    after(LIMITS.patienceMs + 2 * LIMITS.lookEveryMs)
    expect([long.isOpen, short.isOpen]).toEqual([false, true])
  })

  it('is looked for only while there are connections', () => {
    expect(vi.getTimerCount()).toBe(0)
    const [one, other] = [connected(), connected()]
    one.destroy()
    expect(vi.getTimerCount()).toBe(1)
    other.destroy()
    expect(vi.getTimerCount()).toBe(0)
  })
})

it(
  'a connection of a real server ends when nothing of its answer is taken',
  async () => {
    const app = Fastify({ forceCloseConnections: true })
    closeUnreadConnections(app, { ...LIMITS, silentMs: 100, maxBytes: Infinity, lookEveryMs: 20 })
    // More than the system keeps for a connection that nobody reads.
    const large = Buffer.alloc(32 * 1024 * 1024, 'x')
    app.get('/', () => large)
    const ended = new Promise((resolve) => app.server.on('connection', (socket) => socket.on('close', resolve)))
    await app.listen({ port: 0, host: '127.0.0.1' })
    const caller = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    caller.on('error', () => {})
    caller.write('GET / HTTP/1.1\r\nHost: shop\r\n\r\n')
    await ended
    caller.destroy()
    await app.close()
  },
  patient(10_000),
)
