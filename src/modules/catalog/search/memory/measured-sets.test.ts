import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isWithin, type MeasureLimits } from '../../domain/measures.ts'
import { MeasuredSets } from './measured-sets.ts'

/** Room that a column has beyond its products. */
const SPARE = 70

/** Whole numbers and halves, which a column keeps as they are. */
const value = fc.option(
  fc.integer({ min: 0, max: 40 }).map((half) => half / 2),
  { nil: null },
)
const limit = fc.option(
  fc.integer({ min: 0, max: 44 }).map((half) => half / 2),
  { nil: undefined },
)
const limits = fc.record({ least: limit, most: limit, orUnknown: fc.boolean() })

function columnsOf(values: readonly (number | null)[]) {
  const grams = new Float32Array(values.length + SPARE)
  for (const [slot, each] of values.entries()) grams[slot] = each ?? Number.NaN
  return { ppm: grams, grams, monthlyPages: grams }
}

/** Of limits that limit something: others are no filter. */
function expected(values: readonly (number | null)[], asked: MeasureLimits): number[] {
  return [...values.keys()].filter((slot) =>
    isWithin({ ppm: null, monthlyPages: null, grams: values[slot] ?? null }, { grams: asked }),
  )
}

it('has the products within limits, also after other limits and after a change', () => {
  const products = { columns: { measures: columnsOf([]) }, slots: 0, words: { version: 0 } }
  const sets = new MeasuredSets(products as unknown as ConstructorParameters<typeof MeasuredSets>[0])
  fc.assert(
    fc.property(
      fc.array(value, { maxLength: 100 }),
      fc.array(limits, { minLength: 1, maxLength: 4 }),
      (values, all) => {
        products.columns.measures = columnsOf(values)
        products.slots = values.length
        products.words.version++
        for (const asked of [...all, ...all]) {
          if (asked.least === undefined && asked.most === undefined) continue
          const set = sets.within('grams', asked)
          const members = new Uint32Array(set.count())
          set.writeTo(members)
          expect([...members]).toEqual(expected(values, asked))
        }
      },
    ),
  )
})
