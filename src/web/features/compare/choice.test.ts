import { describe, expect, test } from 'vitest'
import { choose, repairChoice, withdraw, type Chosen } from './choice.ts'

const product = (id: number): Chosen => ({ id, name: `Printer ${id}`, image: `${id}.svg`, category: 'printers' })

describe('what is chosen for comparison', () => {
  test('is each product once and never a fifth', () => {
    const four = [1, 2, 2, 3, 4].reduce<readonly Chosen[]>((chosen, id) => choose(chosen, product(id)), [])
    expect(four.map(({ id }) => id)).toEqual([1, 2, 3, 4])
    expect(choose(four, product(5))).toBe(four)
    expect(withdraw(four, [2, 9]).map(({ id }) => id)).toEqual([1, 3, 4])
    expect(withdraw(four, [9])).toBe(four)
  })

  test('keeps of a product no more than the bar shows', () => {
    expect(choose([], { ...product(1), price: '9.00' } as Chosen)).toEqual([product(1)])
  })

  test('is repaired from any stored value', () => {
    expect(
      repairChoice([product(1), null, { id: '2' }, product(1), { id: -1, name: '', image: '' }, product(3)]),
    ).toEqual([product(1), product(3)])
    expect(repairChoice([{ id: 1, name: 'Printer 1', image: '1.svg' }])).toEqual([
      { id: 1, name: 'Printer 1', image: '1.svg' },
    ])
    expect(repairChoice({ items: [] })).toBeNull()
  })
})
