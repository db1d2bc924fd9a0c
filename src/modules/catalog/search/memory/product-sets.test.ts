import { expect, it } from 'vitest'
import type { FacetChoices } from '../../domain/product-facets.ts'
import { ProductSets } from './product-sets.ts'

it('prefers what a search means by several facets, and nothing of what the one before it meant', () => {
  const sets = new ProductSets()
  sets.putChoices(0, ['technology=laser', 'color=yes'])
  sets.putChoices(1, ['technology=laser', 'color=no'])
  sets.putChoices(2, ['technology=inkjet', 'color=no'])
  const preferred = (choices: FacetChoices): number[] => {
    const set = sets.preferred({ choices })
    return [0, 1, 2].filter((slot) => set.has(slot))
  }
  expect(preferred({ technology: ['laser'], color: ['yes'] })).toEqual([0])
  expect(preferred({ technology: ['laser'], color: ['no'] })).toEqual([1])
  expect(preferred({ color: ['no'] })).toEqual([1, 2])
  expect(preferred({ technology: ['laser', 'inkjet'], color: ['no'] })).toEqual([1, 2])
  expect(preferred({ technology: ['inkjet'] })).toEqual([2])
  expect(preferred({ technology: ['inkjet'], color: ['yes'] })).toEqual([])
})
