import { describe, expect, it } from 'vitest'
import { importOf } from '../testing/read-list.ts'
import { supplierLists } from '../testing/supplier-lists.ts'

describe("A supplier's price list as it comes", () => {
  const lists = supplierLists()

  it.each(lists.map((list) => [list.title, list] as const))('%s: every row is read correctly', async (_title, list) => {
    const { products, failed, aside } = await importOf(list, list.answers)
    expect(failed).toEqual([])
    const wrong = products.flatMap((product, index) => {
      const right = list.products[index]
      return JSON.stringify(product) === JSON.stringify(right) ? [] : [{ product, right }]
    })
    expect(wrong.slice(0, 3)).toEqual([])
    expect(products).toHaveLength(list.products.length)
    expect(aside).toBe(list.aside)
  })

  it('reads nothing wrongly before staff have answered: what could mean two things fails', async () => {
    const ambiguous = lists.filter(({ answers }) => Object.keys(answers).length > 0)
    expect(ambiguous).not.toEqual([])
    for (const list of ambiguous) {
      const { products, failed } = await importOf(list, {})
      expect(failed.length).toBeGreaterThan(0)
      const right = new Map(list.products.map((product) => [product.sku, product]))
      for (const product of products) expect(product).toEqual(right.get(product.sku))
    }
  })

  it('is asked about where two answers are possible, and nowhere else', async () => {
    const questions = await Promise.all(
      lists.map(async (list) => {
        const { found } = await importOf(list, {})
        return found.columns.filter(({ isAmbiguous, numbers }) => isAmbiguous && numbers === null).length
      }),
    )
    expect(questions).toEqual(lists.map(({ answers }) => Object.keys(answers.numbers ?? {}).length))
  })
})
