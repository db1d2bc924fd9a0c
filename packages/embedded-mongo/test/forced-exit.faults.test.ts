import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { MongoClient } from 'mongodb'
import { afterAll, expect, it } from 'vitest'
import { distEntry, ensureBuilt, start, temporaryFolder } from './fixture.ts'

const dataDir = temporaryFolder()
afterAll(() => rmSync(dataDir, { recursive: true }))

/** For 25 processes one after the other: each needs most of a second, and ten times as long on a busy machine. */
const TIMEOUT_MS = 600_000

/** A process that writes as fast as it can and, in the middle of it, ends in a way that nobody prepared. */
function program(round: number, ending: string): string {
  return `
    import { startEmbeddedMongo } from ${JSON.stringify(pathToFileURL(distEntry).href)}
    import { MongoClient } from 'mongodb'
    const { uri } = await startEmbeddedMongo({ dataDir: ${JSON.stringify(dataDir)} })
    const rows = (await MongoClient.connect(uri)).db().collection('rows')
    let acknowledged = 0
    const write = async (writer) => {
      for (let i = 0; ; i++) {
        await rows.insertOne({ _id: ${round} + '-' + writer + '-' + i, text: 'x'.repeat(2000) })
        acknowledged += 1
      }
    }
    process.on('exit', () => console.log(acknowledged))
    setTimeout(() => { ${ending} }, ${150 + ((round * 13) % 80)})
    await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(write))`
}

it.each([
  ['process.exit', 'process.exit(3)', 3],
  ['an error that nobody catches', "throw new Error('expected by the test')", 1],
])(
  'a process that ends by %s in the middle of writes has no native fault',
  { timeout: TIMEOUT_MS },
  async (_, ending, code) => {
    ensureBuilt()
    for (let round = 0; round < 25; round++) {
      const child = spawn(process.execPath, ['--input-type=module', '-e', program(round * 2 + code, ending)], {
        stdio: ['ignore', 'pipe', 'ignore'],
        cwd: import.meta.dirname,
      })
      const ended = new Promise((resolve) => child.once('exit', (...args) => resolve(args)))
      const acknowledged = Number(await text(child.stdout))
      expect(await ended).toEqual([code, null])

      const server = await start({ dataDir })
      const client = await MongoClient.connect(server.uri)
      const rows = client.db().collection('rows')
      expect(await rows.countDocuments()).toBeGreaterThanOrEqual(acknowledged)
      await rows.deleteMany({})
      await client.close()
      await server.stop()
    }
  },
)
