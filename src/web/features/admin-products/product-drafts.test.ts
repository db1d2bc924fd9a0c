import { describe, expect, it } from 'vitest'
import type { TextStorage } from '../../lib/storage.ts'
import { aProduct } from '../../testing/a-product.ts'
import { draftFor, deleteProductDraft, saveProductDraft, keptDrafts } from './product-drafts.ts'
import { EMPTY_DRAFT } from './product-draft.ts'

function memory(): TextStorage {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
    removeItem: (key) => void kept.delete(key),
  }
}

const product = (id: number) => aProduct({ id, name: `Product ${id}` })
const typed = (name: string) => ({ ...EMPTY_DRAFT, name })

describe('what staff typed about a product', () => {
  it('is there again after a reload, product by product, the latest first', () => {
    const storage = memory()
    saveProductDraft({ product: product(7), draft: typed('first') }, storage)
    saveProductDraft({ product: null, draft: typed('new') }, storage)
    saveProductDraft({ product: product(7), draft: typed('second') }, storage)
    const kept = keptDrafts(storage)
    expect(kept.map(({ draft }) => draft.name)).toEqual(['second', 'new'])
    expect(draftFor(product(7), kept)?.draft.name).toBe('second')
    expect(draftFor(null, kept)?.draft.name).toBe('new')
    expect(draftFor(product(8), kept)).toBeUndefined()
  })

  it('is gone once it was saved or discarded, and nothing else with it', () => {
    const storage = memory()
    saveProductDraft({ product: product(7), draft: typed('seven') }, storage)
    saveProductDraft({ product: null, draft: typed('new') }, storage)
    deleteProductDraft(null, storage)
    expect(keptDrafts(storage).map(({ draft }) => draft.name)).toEqual(['seven'])
    deleteProductDraft(product(7), storage)
    expect(storage.getItem('staff-product-drafts')).toBeNull()
  })

  it.each([
    'nonsense',
    'null',
    '{}',
    '[1]',
    '[{"product":null,"draft":{"name":"x"}}]',
    `[{"product":{"id":7,"name":"of another version"},"draft":${JSON.stringify(EMPTY_DRAFT)}}]`,
    `[{"product":{"name":"x"},"draft":${JSON.stringify(EMPTY_DRAFT)}}]`,
  ])('is left out where %s was stored', (stored) => {
    const storage = memory()
    storage.setItem('staff-product-drafts', stored)
    expect(keptDrafts(storage)).toEqual([])
  })
})
