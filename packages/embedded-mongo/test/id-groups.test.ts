import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Group, intersection, union } from '../src/id-groups.ts'
import { TextGroups } from '../src/text-groups.ts'

const near = fc.integer({ min: -40, max: 200 })
/** Ids that lie side by side, with gaps, far from each other, and such as are no whole numbers. */
const ids = fc.oneof(
  fc.constant(near),
  fc.constant(fc.oneof(near, fc.constantFrom(1e15, -1e15))),
  fc.constant(fc.oneof(near, fc.constantFrom(0.5, 1.5))),
  fc.constant(fc.oneof(near, fc.constantFrom('a', 'b', '\0number'))),
)
const groupsOf = (id: fc.Arbitrary<number | string>) =>
  fc.array(
    fc.oneof(
      id,
      fc.array(id, { minLength: 1, maxLength: 30 }).map((all) => new Set(all)),
    ),
    { maxLength: 8 },
  )
const someGroups = ids.chain((id) => fc.array(groupsOf(id), { minLength: 1, maxLength: 4 }))

const flat = (groups: readonly Group[]) =>
  new Set(groups.flatMap((group) => (group instanceof Set ? [...group] : [group as number | string])))

describe('groups of ids', () => {
  it('are united, and intersected up to what costs more than it leaves out', () => {
    fc.assert(
      fc.property(someGroups, ([fewest = [], ...others]) => {
        const united = union(fewest)
        const all = flat(fewest)
        for (const id of [...all, ...flat(others.flat()), 7, 7.5, 'c', -1e15])
          expect(united.has(id), String(id)).toBe(all.has(id))

        const left = intersection(fewest, others)
        const exact = [...all].filter((id) => others.every((groups) => flat(groups).has(id)))
        for (const id of exact) expect(left.has(id)).toBe(true)
        const isSmall = others.every((groups) => groups.length < 2 || flat(groups).size <= 100)
        if (isSmall && left.size > 0) expect([...left].toSorted()).toEqual(exact.toSorted())
      }),
      { numRuns: 400 },
    )
  })
})

const text = fc.integer({ min: 0, max: 600 }).map((number) => String(number).padStart(3, '0'))
const step = fc.record({ text, isRemoval: fc.boolean(), id: fc.nat(9) })

describe('texts with their groups', () => {
  it('are those that were put in and not taken out, each with the group that it got last', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(text, { maxLength: 50 }),
        fc.array(step, { maxLength: 700 }),
        fc.array(fc.tuple(fc.nat(700), text, text), { maxLength: 10 }),
        (first, steps, questions) => {
          const plain = new Map(first.toSorted().map((each) => [each, `${each} first`]))
          const groups = new TextGroups([...plain.keys()], [...plain.values()])
          for (const [i, each] of steps.entries()) {
            const group = `${each.text} ${each.id}`
            if (each.isRemoval) groups.delete(each.text)
            else groups.set(each.text, group)
            if (each.isRemoval) plain.delete(each.text)
            else plain.set(each.text, group)
            for (const [at, from, to] of questions) {
              if (at !== i) continue
              const within = [...plain].filter(([one]) => one >= from && one <= to).map(([, known]) => known)
              expect([...groups.within(from, to)].toSorted()).toEqual(within.toSorted())
            }
          }
          for (const [one, group] of plain) expect(groups.within(one, one)).toEqual([group])
        },
      ),
    )
  })
})
