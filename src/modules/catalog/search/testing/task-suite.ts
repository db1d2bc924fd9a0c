import { beforeAll, describe, expect, it } from 'vitest'
import { comparedMillsOf } from '../../domain/cost-per-page.ts'
import type { FinderAnswers } from '../../domain/finder.ts'
import type { UnderstoodLists } from '../understood-lists.ts'
import type { FindPrinters } from '../find-printers.ts'
import type { Described, Task } from './task.ts'

/** What answers the tasks. */
export interface TaskShop extends UnderstoodLists {
  readonly findPrinters: FindPrinters
}

const USUAL: FinderAnswers = {
  prints: 'documents',
  pages: 50,
  color: false,
  scans: 'no',
  connection: 'any',
  paper: 'any',
}
const EVERYTHING = { limit: 1000, offset: 0 }

const costOf = ({ product }: Described, least: Task['least']) =>
  least === 'price' ? product.priceCents : (comparedMillsOf(product.costPerPage) ?? Infinity)
const namesOf = (found: readonly Described[]) => found.map(({ product }) => product.name)

/**
 * One for each facet, whose values stand together, for the price, the category and the sort; "Color laser" is one press
 * for two facets.
 */
function pressesFor({ choices = {}, ...others }: NonNullable<Task['panel']>): number {
  const isColorLaser = choices.technology?.includes('laser') === true && choices.color?.includes('yes') === true
  return Object.keys(choices).length + Object.keys(others).length - (isColorLaser ? 1 : 0)
}

/**
 * Tests that a shop answers each task that its catalog has something for: by search, and where it can by the filter
 * panel and the finder.
 */
export function testTasks(
  name: string,
  {
    catalog,
    tasks,
    open,
  }: {
    readonly catalog: readonly Described[]
    readonly tasks: readonly Task[]
    readonly open: () => Promise<TaskShop>
  },
): void {
  const byId = new Map(catalog.map((described) => [described.product.id, described]))
  const possible = tasks.filter((task) => catalog.some(task.isRight))
  const described = (ids: readonly number[]) => ids.flatMap((id) => byId.get(id) ?? [])

  describe(`what buyers come for, in ${name}`, () => {
    let shop: TaskShop
    beforeAll(async () => {
      shop = await open()
    })

    it('is found by forty searches at least', () => {
      expect(possible.length).toBeGreaterThanOrEqual(40)
    })

    it.each(possible.map((task) => [task.search, task] as const))('is found first by "%s"', async (search, task) => {
      const right = catalog.filter(task.isRight)
      const { ids, total } = await shop.list({ search, ...EVERYTHING })
      expect(total).toBeGreaterThan(0)
      const wanted = task.least === undefined ? Math.min(right.length, total, 5) : 1
      const first = described(ids).slice(0, wanted)
      expect(namesOf(first.filter((each) => !task.isRight(each)))).toEqual([])
      if (task.least !== undefined)
        expect(first.map((each) => costOf(each, task.least))).toEqual([
          Math.min(...right.map((each) => costOf(each, task.least))),
        ])
      expect((await shop.countFacets({ search })).total).toBe(total)
    })

    it.each(
      possible.flatMap(({ panel, ...task }) => (panel === undefined ? [] : [[task.search, panel, task] as const])),
    )('is chosen in the filter panel by three presses instead of "%s"', async (_search, panel, task) => {
      expect(pressesFor(panel)).toBeLessThanOrEqual(3)
      const { ids, total } = await shop.list({ ...panel, ...EVERYTHING })
      expect((await shop.countFacets(panel)).total).toBe(total)
      const found = described(ids)
      expect(found.length).toBeGreaterThan(0)
      // Sorted, the first one is looked for, and the others may be anything.
      const shown = panel.sort === undefined ? found : found.slice(0, 1)
      expect(namesOf(shown.filter((each) => !task.isRight(each)))).toEqual([])
    })

    it.each(
      possible.flatMap(({ finder, ...task }) => (finder === undefined ? [] : [[task.search, finder, task] as const])),
    )('is proposed by the printer finder instead of "%s"', async (_search, answers, task) => {
      const found = await Promise.all([answers].flat().map((each) => shop.findPrinters({ ...USUAL, ...each })))
      const { printers = [], fitting = 0 } = found.find((each) => each.fitting > 0) ?? {}
      expect(fitting).toBeGreaterThan(0)
      const proposed = described(printers.slice(0, fitting).map(({ productId }) => productId))
      expect(proposed.some(task.isRight)).toBe(true)
    })
  })
}
