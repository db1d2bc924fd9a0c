import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConnectOptions } from './platform/database/connect.ts'
import { connectDatabase, type Database } from './platform/database/database.ts'
import { isDatabaseUnavailable } from './platform/database/unavailable.ts'
import { createLogger } from './platform/log/logger.ts'
import { openDatabaseProxy, type DatabaseProxy } from './testing/database-proxy.ts'
import { freshDatabaseUri } from './testing/test-database.ts'

/** The driver asks its server every 10 s, and gives a server on another machine 5 s for the answer. */
const LATE_MS = 18_000
/** Six looks at a driver that gets no answers have it reconnect, where that is not the built-in database. */
const LOOK_MS = 1000

describe('a database whose machine is so busy that an answer comes 18 s late', { timeout: 60_000 }, () => {
  let proxy: DatabaseProxy
  const opened: Database[] = []

  beforeAll(async () => {
    proxy = await openDatabaseProxy(freshDatabaseUri())
  })

  afterAll(async () => {
    for (const database of opened) await database.close()
    proxy.interrupt()
  })

  /** Connects, and gives what comes of a write that is sent before the machine is busy with other things. */
  async function write(options: ConnectOptions): Promise<() => Promise<unknown>> {
    const database = await connectDatabase(proxy.uri, createLogger('silent'), options)
    opened.push(database)
    const rows = database.connection.collection('busy')
    await rows.insertOne({ size: 1 })
    return () =>
      rows.updateMany({ size: 1 }, { $set: { size: 2 } }).then(
        () => null,
        (error: unknown) => error,
      )
  }

  it('is waited for when it is the built-in one, and is away when it is another', async () => {
    const [builtIn, other] = [
      await write({ isBuiltIn: true, heartbeatLookMs: LOOK_MS }),
      await write({ selectionMs: 500 }),
    ]
    proxy.freeze()
    const errors = Promise.all([builtIn(), other()])
    await pause(LATE_MS)
    proxy.thaw()
    const [ofBuiltIn, ofOther] = await errors
    expect(ofBuiltIn).toBe(null)
    expect(isDatabaseUnavailable(ofOther)).toBe(true)
  })
})
