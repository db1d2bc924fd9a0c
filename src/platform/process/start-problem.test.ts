import { once } from 'node:events'
import { createServer } from 'node:http'
import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { openStandalone } from '../../testing/database-proxy.ts'
import { refuseUnfinishedImport } from '../data-file/unfinished-import.ts'
import { connectDatabase } from '../database/database.ts'
import { DatabaseUnavailable } from '../database/unavailable.ts'
import { createLogger } from '../log/logger.ts'
import { startProblem } from './start-problem.ts'
import { StartRefused } from '../errors/start-refused.ts'

/** The error with which a server does not listen there. */
async function refusalOf(at: { readonly HOST: string; readonly PORT: number }): Promise<string | null> {
  const [error] = (await once(createServer().listen(at.PORT, at.HOST), 'error', {
    signal: AbortSignal.timeout(10_000),
  }).catch((reason: unknown) => [reason])) as unknown[]
  return startProblem(error, at)
}

describe('a start that fails', () => {
  it('says what to do about a port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    expect(await refusalOf({ HOST: '127.0.0.1', PORT: port })).toMatch(
      new RegExp(`^Port ${port} of 127\\.0\\.0\\.1 is taken`),
    )
    other.close()
  })

  it('says that an address is none of this machine', async () => {
    // 192.0.2.0/24 is for documents: no machine has it.
    expect(await refusalOf({ HOST: '192.0.2.1', PORT: 0 })).toMatch(/^HOST must be .* 192\.0\.2\.1 is none\.$/)
  })

  it('says which setting leads to a database that does not answer', () => {
    const at = { HOST: '127.0.0.1', PORT: 3000 }
    expect(startProblem(new DatabaseUnavailable(null), at)).toMatch(/^The database does not answer: check MONGODB_URI/)
    expect(startProblem(new StartRefused('The disk is full: make room.'), at)).toBe('The disk is full: make room.')
  })

  it('says which disk is full when it became so during the start', () => {
    const at = { HOST: '127.0.0.1', PORT: 3000 }
    const refused = (message: string) =>
      new DatabaseUnavailable(new mongoose.mongo.MongoServerError({ message, code: 14_031 }))
    expect(
      startProblem(refused('the database cannot write: The disk of /srv/data is full: make room on it.'), at),
    ).toBe('The database cannot write: The disk of /srv/data is full: make room on it.')
    expect(startProblem(refused('available disk space of 1 MB is less than 500 MB'), at)).toBe(
      'The database cannot write: available disk space of 1 MB is less than 500 MB',
    )
  })

  it('says what a user of the database lacks', async () => {
    const server = await openStandalone({ code: 13 })
    const database = await connectDatabase(`${server.uri}/shop?directConnection=true`, createLogger('silent'))
    const refused: unknown = await refuseUnfinishedImport(database).catch((error: unknown) => error)
    expect(startProblem(refused, { HOST: '127.0.0.1', PORT: 3000 })).toMatch(
      /^The user of MONGODB_URI may not read and write its database: give it the role readWrite there/,
    )
    expect(startProblem(new DatabaseUnavailable(refused), { HOST: '127.0.0.1', PORT: 3000 })).toBe(
      startProblem(refused, { HOST: '127.0.0.1', PORT: 3000 }),
    )
    await database.close()
    await server.close()
  })

  it('says what lifts the limit of addresses', () => {
    const at = { HOST: '127.0.0.1', PORT: 3000 }
    for (const words of [
      'WebAssembly.Memory(): could not allocate memory',
      'WebAssembly.instantiate(): Out of memory: Cannot allocate Wasm memory for new instance',
      'Array buffer allocation failed',
    ])
      expect(startProblem(new RangeError(words), at)).toMatch(
        /address space .*: lift the limit, with "ulimit -v unlimited"/,
      )
    expect(startProblem(new RangeError('Invalid array length'), at)).toBeNull()
  })

  it('leaves what nobody foresaw to the stack', () => {
    const at = { HOST: '127.0.0.1', PORT: 3000 }
    expect(startProblem(new TypeError('x is not a function'), at)).toBeNull()
    expect(startProblem(Object.assign(new Error('in use'), { code: 'EADDRINUSE', syscall: 'bind' }), at)).toBeNull()
    expect(startProblem('a text', at)).toBeNull()
  })
})
