import { expect, it } from 'vitest'
import { understandSearches } from './understood-lists.ts'
import { createFindPrinters } from './find-printers.ts'
import { searchedInMemory } from './testing/searched-in-memory.ts'
import { DEMO_TASKS, DISTRIBUTOR_TASKS, TASKS } from './testing/buyers-tasks.ts'
import type { Described } from './testing/task.ts'
import { demoCatalog } from './testing/demo-described.ts'
import { distributorCatalog } from './testing/distributor-described.ts'
import { importedCatalog } from './testing/imported-described.ts'
import { testTasks, type TaskShop } from './testing/task-suite.ts'

async function open(catalog: readonly Described[]): Promise<TaskShop> {
  const products = catalog.map(({ product }) => product)
  const search = searchedInMemory(products)
  const findProducts = async (ids: readonly number[]) => products.filter(({ id }) => ids.includes(id))
  return { ...understandSearches(search), findPrinters: createFindPrinters({ search, findProducts }) }
}

const demo = demoCatalog()
testTasks('the demo catalog', { catalog: demo, tasks: [...TASKS, ...DEMO_TASKS], open: () => open(demo) })
it('leaves toner out of a search for lasers without Wi-Fi', async () => {
  const shop = await open(demo)
  const { ids, total } = await shop.list({ search: 'laser without wifi', limit: 100, offset: 0 })
  expect(total).toBeGreaterThan(0)
  expect(demo.filter(({ product, traits }) => ids.includes(product.id) && traits.has('supply'))).toEqual([])
})

const imported = importedCatalog()
testTasks('a catalog in other words', { catalog: imported, tasks: TASKS, open: () => open(imported) })
const distributor = distributorCatalog()
testTasks("a wholesaler's list", {
  catalog: distributor,
  tasks: [...TASKS, ...DISTRIBUTOR_TASKS],
  open: () => open(distributor),
})
