import { expect, it } from 'vitest'
import type { CatalogModule } from '#modules/catalog'
import { aProduct } from '../../../catalog/testing/product-builder.ts'
import { fingerprintOf } from '../../product-changes/product-changes.api.ts'
import type { StoredRow } from '../persistence/bulk-edit.repository.ts'
import { createRowsOfEdit } from './rows-of-edit.ts'

/** Sets a product's stock, unless it waits for a price. */
const editInBulk: CatalogModule['editInBulk'] = (product, { stock }) => {
  if (product.awaitsPrice) return { refused: 'It has no price.' }
  const stockQuantity = stock?.pieces ?? 0
  return { set: product.stockQuantity === stockQuantity ? {} : { stockQuantity }, refused: null }
}
const rows = createRowsOfEdit({ editInBulk })
const edit = { stock: { mode: 'set', pieces: 3 } } as const
const product = aProduct({ id: 1, stockQuantity: 10 })
const previewed = rows.preview(product, edit) as StoredRow

it('a preview says what is changed, and nothing of a product that has it all already', () => {
  expect(previewed).toMatchObject({
    outcome: 'changed',
    changes: [{ field: 'stockQuantity', before: '10', after: '3' }],
    mark: null,
  })
  expect(rows.preview({ ...product, stockQuantity: 3 }, edit)).toBeNull()
  expect(rows.preview({ ...product, awaitsPrice: true }, edit)).toMatchObject({
    outcome: 'refused',
    reason: 'It has no price.',
  })
})

it('an edit that is made is marked with the product that it leaves', () => {
  const made = rows.again(previewed, product, edit)
  expect(made).toEqual({ ...previewed, mark: fingerprintOf({ ...product, stockQuantity: 3 }) })
})

it('a sale since the preview counts', () => {
  const made = rows.again(previewed, { ...product, stockQuantity: 8 }, edit)
  expect(made).toMatchObject({ outcome: 'changed', changes: [{ before: '8', after: '3' }] })
  expect(rows.again(previewed, { ...product, stockQuantity: 3 }, edit)).toBeNull()
})

it('a product that somebody edited or deleted since the preview is left as it is', () => {
  const edited = { ...product, updatedAt: new Date(product.updatedAt.getTime() + 1) }
  expect(rows.again(previewed, edited, edit)).toMatchObject({
    outcome: 'left',
    reason: 'Somebody edited it since the preview.',
  })
  expect(rows.again(previewed, undefined, edit)).toMatchObject({
    outcome: 'left',
    reason: 'It was deleted since the preview.',
  })
})
