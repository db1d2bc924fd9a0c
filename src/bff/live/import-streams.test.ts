import { expect, it } from 'vitest'
import type { AdminModule } from '#modules/admin'
import { createLogger } from '#platform/log/logger'
import { createLiveEvents } from '../../testing/events.ts'
import { eventually } from '../../testing/eventually.ts'
import { createImportStreams } from './import-streams.ts'

it('sends the state of an import again when updates of other processes may be missing', async () => {
  const logger = createLogger('silent')
  const events = createLiveEvents(logger)
  let rowsRead = 1
  const at = new Date()
  const imports = {
    get: async (id) => ({ id, state: 'running', columns: [], workedMs: 0, rowsRead, createdAt: at }) as never,
    keptUntil: () => at,
  } satisfies Partial<AdminModule['imports']> as unknown as AdminModule['imports']
  const staff = {
    findSession: async () => ({ person: { role: 'catalog' } }),
  } as unknown as AdminModule['staff']
  const streams = createImportStreams({ admin: { imports, staff }, events, logger })
  let text = ''
  streams.open('i-1', 'token').readable.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const shown = () => [...text.matchAll(/event: import\ndata: .*"rowsRead":(\d+)/g)].map(([, rows]) => rows)
  await eventually(() => expect(shown()).toEqual(['1']))

  rowsRead = 2
  events.resync()

  await eventually(() => expect(shown()).toEqual(['1', '2']))
  streams.close()
})
