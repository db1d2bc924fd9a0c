import { describe, expect, it } from 'vitest'
import { createLogger } from '#platform/log/logger'
import type { Product } from '../../domain/product.ts'
import { aProduct, plainEncoder } from '../../testing/product-builder.ts'
import { ChangeCounts } from '../catalog-changes.ts'
import { ProductTexts } from '../disk/product-texts.ts'
import { afterChange, beforeChange, emptyState, foundById, foundOf, updateState } from './read-model-state.ts'

const stored = (...products: readonly Product[]) =>
  products.map((product) => ({ product, changedAt: 1, reviewsChangedAt: 0 }))

function aState() {
  const texts = new ProductTexts({ encoder: plainEncoder, file: null, logger: createLogger('silent') })
  const state = emptyState(texts, 5)
  const ids = () => state.index.list({ sort: 'name', limit: 10, offset: 0 }).ids
  const apply = (read: readonly number[], ...products: readonly Product[]) =>
    updateState(state, read, foundById(stored(...products)))
  return { state, texts, ids, apply }
}

describe('what was read of products', () => {
  const found = foundById(stored(aProduct({ id: 3 }), aProduct({ id: 1 })))

  it('is found by their ids', () => {
    expect([found.get(3)?.product.id, found.get(1)?.product.id, found.get(2)]).toEqual([3, 1, undefined])
  })

  it('is given for some of them in their order, without those that are gone', () => {
    expect(foundOf([1, 2, 3], found).map(({ product }) => product.id)).toEqual([1, 3])
    expect(foundOf([2], found)).toEqual([])
  })
})

describe('a state of the read model', () => {
  it('is of no product at first, complete until the time that is given, and of this code', () => {
    const { state, ids } = aState()
    expect(ids()).toEqual([])
    expect(state).toMatchObject({ completeUntilMs: 5, isOfThisCode: true })
  })

  it('has what was read in its index and in its texts, and in neither what is gone', () => {
    const { texts, ids, apply } = aState()
    apply([1, 2, 3], aProduct({ id: 1 }), aProduct({ id: 2 }))
    expect([ids(), texts.has(1), texts.has(2), texts.has(3)]).toEqual([[1, 2], true, true, false])
    apply([1])
    expect([ids(), texts.has(1), texts.has(2)]).toEqual([[2], false, true])
  })

  it('leaves out what was read of products that are not asked for', () => {
    const { texts, ids, apply } = aState()
    apply([1], aProduct({ id: 1 }), aProduct({ id: 2 }))
    expect([ids(), texts.has(2)]).toEqual([[1], false])
  })

  it('says whether lists may have changed', () => {
    const { apply } = aState()
    expect(apply([1], aProduct({ id: 1 }))).toBe(true)
    expect(apply([1], aProduct({ id: 1, description: 'Prints on paper.' }))).toBe(true)
    expect(apply([1], aProduct({ id: 1, description: 'Prints on paper.' }))).toBe(false)
    expect(apply([1])).toBe(true)
  })

  it('counts the changes where it is told to', () => {
    const { state, apply } = aState()
    const changes = new ChangeCounts()
    const before = changes.versionOf(1)
    apply([1], aProduct({ id: 1 }))
    expect(changes.versionOf(1)).toBe(before)
    updateState(state, [1], foundById(stored(aProduct({ id: 1, name: 'Renamed' }))), changes)
    expect(changes.versionOf(1)).toBeGreaterThan(before)
  })

  it('reads long products before a change and makes room after it, and lets others be answered after each step', async () => {
    const { state, texts } = aState()
    const steps: string[] = []
    function* step(...names: readonly string[]) {
      for (const name of names) {
        steps.push(name)
        setImmediate(() => steps.push(`others after ${name}`))
        yield
      }
    }
    Object.assign(state.index, { readAhead: () => step('a long text', 'another'), makeRoom: () => step('the index') })
    Object.assign(texts, { makeRoom: () => step('the texts') })
    await beforeChange(state, stored(aProduct({ id: 1 })))
    setImmediate(() => steps.push('others after the change'))
    await afterChange(state)
    expect(steps).toEqual([
      'a long text',
      'others after a long text',
      'another',
      'others after another',
      'others after the change',
      'the index',
      'others after the index',
      'the texts',
      'others after the texts',
    ])
  })
})
