import { expect, it } from 'vitest'
import { BY, openImports } from '../../../testing/open-imports.ts'
import { aProduct, storeProducts } from '../../catalog/testing/product-builder.ts'

/** As many as one group of rows takes. */
const PRODUCTS = 200
/** Each letter takes three bytes. */
const text = (of: unknown, length: number) => `${String(of)} ${'印'.repeat(length)}`.slice(0, length)
/** Of so many products together more than the 16 MB that the database takes in one command, and in one document. */
const longTexts = (id: number) => ({
  description: text(id, 5000),
  specifications: Object.fromEntries(Array.from({ length: 48 }, (_, at) => [text(at, 80), text(id, 500)])),
})

it('a price list puts short texts in place of long ones, and its undo brings them back', async () => {
  const shop = await openImports()
  const products = Array.from({ length: PRODUCTS }, (_, at) =>
    aProduct({ id: at + 1, sku: `N-${at + 1}`, name: `Nettle ${at + 1}`, ...longTexts(at + 1) }),
  )
  for (let at = 0; at < PRODUCTS; at += 50) await storeProducts(shop.database, products.slice(at, at + 50))
  const before = await shop.products()

  const rows = products.map(({ sku, name }) => `${sku},${name},Short,Width: 40 cm`)
  const { id } = await shop.send(['sku,name,description,specifications', ...rows].join('\n'), { mode: 'upsert' })
  await shop.work()
  expect(await shop.imports.get(id)).toMatchObject({ state: 'finished', updated: PRODUCTS })
  for (const product of await shop.products()) expect(product).toMatchObject({ description: 'Short' })
  const shown = await shop.rows(id)
  expect(shown.map(({ productId }) => productId)).toEqual(products.map((product) => product.id))
  const change = { field: 'description', before: longTexts(PRODUCTS).description, after: 'Short' }
  expect(shown.at(-1)?.changes).toContainEqual(change)

  await shop.imports.undo(id, BY)
  await shop.work()
  expect(await shop.imports.get(id)).toMatchObject({ state: 'undone', undo: { restored: PRODUCTS } })
  expect(await shop.products()).toEqual(before)
})
