import { expect, it } from 'vitest'
import { runSchemaSteps } from '#platform/database/schema-steps'
import { systemClock } from '#platform/time/clock'
import { createLogger } from '#platform/log/logger'
import { BY, openImports } from '../../../testing/open-imports.ts'
import { importSchemaSteps } from './persistence/schema-steps.ts'

const ROWS = 1200

/** A list of products by their numbers, more than one part of a step reads. */
const list = (price: string) =>
  `sku,name,brand,price\n${Array.from({ length: ROWS }, (_, index) => `N-${index},Nettle ${index},Nettle,${price}\n`).join('')}`

it('a list of a version that did not keep which products it wrote leaves nothing when it is undone before a newer one', async () => {
  const shop = await openImports()
  const run = async (csv: string) => {
    const { id } = await shop.send(csv, { mode: 'upsert' })
    await shop.work()
    return id
  }
  const undo = async (id: string) => {
    await shop.imports.undo(id, BY)
    await shop.work()
  }
  await run(list('9.00'))
  const older = await run(list('11.00'))
  const { database } = shop
  const rows = database.collection<{ _id: string; importId: string; writtenIds?: number[] }>('import_rows')
  const written = await rows.find({}, { projection: { writtenIds: 1 } }).toArray()
  await rows.updateMany({}, { $unset: { writtenIds: '', writtenAt: '' } })

  await runSchemaSteps({ database, logger: createLogger('silent'), steps: importSchemaSteps(database, systemClock) })
  expect(await rows.find({}, { projection: { writtenIds: 1 } }).toArray()).toEqual(written)

  const newer = await run(list('12.00'))
  await undo(older)
  await undo(newer)
  const prices = ((await shop.products()) as unknown as { priceCents: number }[]).map(({ priceCents }) => priceCents)
  expect(new Set(prices)).toEqual(new Set([900]))
})
