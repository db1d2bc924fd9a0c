import fc from 'fast-check'
import { ObjectId } from 'bson'
import { expect, it } from 'vitest'
import { PlainSource } from '../src/paths.ts'
import { atOnce } from '../src/pieces.ts'
import { compileSort } from '../src/sort.ts'

/** Values of every type that are apart, in the order in which MongoDB sorts them. */
const ascending = [
  null,
  Number.NaN,
  -Infinity,
  -1,
  0,
  0.5,
  2,
  '',
  'A',
  'a',
  'aa',
  '\uffff',
  '\u{1f600}',
  {},
  { a: 1 },
  { a: 2 },
  { b: 1 },
  { a: 'x' },
  new ObjectId('000000000000000000000001'),
  new ObjectId('000000000000000000000002'),
  false,
  true,
  new Date(-5),
  new Date(5),
]

const value = fc.nat(ascending.length - 1)
const row = fc.record({ a: value, b: value })

it('puts values of all types in their order, keeps the order of equal ones, and ends at its limit', () => {
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 1300, size: 'max' }),
      fc.option(fc.integer({ min: 1, max: 700 }), { nil: undefined }),
      fc.constantFrom<1 | -1>(1, -1),
      fc.constantFrom<1 | -1>(1, -1),
      (rows, limit, byA, byB) => {
        const documents = rows.map(({ a, b }, place) => ({ place, a: ascending[a], in: { b: ascending[b] } }))
        const sort = compileSort({ a: byA, 'in.b': byB })
        const sorted = sort(documents, (item) => new PlainSource(item), limit)
        const places = rows.map((_, place) => place)
        const order = (one: number, other: number) =>
          (rows[one]!.a - rows[other]!.a) * byA || (rows[one]!.b - rows[other]!.b) * byB || one - other
        expect(sorted.map(({ place }) => place)).toEqual(places.toSorted(order).slice(0, limit))
        expect(atOnce(sort.inSteps(documents, (item) => new PlainSource(item), limit))).toEqual(sorted)
      },
    ),
    // To find the fewest of a thousand rows that are wrong would take minutes.
    { numRuns: 15, endOnFailure: true },
  )
})

it('treats what is missing as null', () => {
  const documents = [{ n: 1, a: { b: 0 } }, { n: 2 }, { n: 3, a: { b: null } }, { n: 4, a: 5 }]
  const sorted = compileSort({ 'a.b': 1 })(documents, (item) => new PlainSource(item))
  expect(sorted.map(({ n }) => n)).toEqual([2, 3, 4, 1])
})

it.each([[[]], [[1]], [[1, 2]], [[{ b: 1 }, { b: 2 }]]])('refuses to sort by an array: %j', (a) => {
  for (const path of ['a', 'a.b'])
    expect(() => compileSort({ [path]: 1 })([{ a }], (item) => new PlainSource(item))).toThrow(
      `sorting by the array '${path}'`,
    )
})

it.each([0, 2, -2, true, 'asc', { $meta: 'textScore' }])('refuses to sort by %j', (direction) => {
  expect(() => compileSort({ a: direction })).toThrow(`sorting 'a' by ${JSON.stringify(direction)}`)
})

it('stops often while it brings many in order, also where all of them are wanted', () => {
  const documents = Array.from({ length: 20_000 }, (_, place) => ({ place, a: (place * 7919) % 100 }))
  let stepsSinceRead = 0
  const sourceOf = (document: (typeof documents)[number]): PlainSource => {
    stepsSinceRead = 0
    return new PlainSource(document)
  }
  const steps = compileSort({ a: 1 }).inSteps(documents, sourceOf)
  let step = steps.next()
  for (; step.done !== true; step = steps.next()) stepsSinceRead++
  expect(step.value).toEqual(documents.toSorted((one, other) => one.a - other.a))
  // Each 500 of them, and again for each time that they are merged.
  expect(stepsSinceRead).toBeGreaterThan(100)
})
