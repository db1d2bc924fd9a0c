import { expect, test } from 'vitest'
import { pickLines } from './pick-lines.ts'

const item = (productId: number, name: string, quantity: number) => ({
  id: productId,
  productId,
  name,
  productName: name,
  sku: null,
  image: '',
  quantity,
  price: '1.00',
  total: '1.00',
  refundable: '0.00',
  isMadeToOrder: false,
})

test('each product is taken once, with its pieces for every order, in the order of names', () => {
  const lines = pickLines([
    { id: 100001, items: [item(2, 'Zebra DS2208', 1), item(1, 'Brother HL-L2460DW', 2)] },
    { id: 100002, items: [item(2, 'Zebra DS2208', 3)] },
  ])
  expect(lines).toEqual([
    { productId: 1, name: 'Brother HL-L2460DW', quantity: 2, orders: [{ id: 100001, quantity: 2 }] },
    {
      productId: 2,
      name: 'Zebra DS2208',
      quantity: 4,
      orders: [
        { id: 100001, quantity: 1 },
        { id: 100002, quantity: 3 },
      ],
    },
  ])
})

test('numbers in names count as numbers, and large letters as small ones', () => {
  const names = ['bin 2', 'Bin 10', 'Écran 3', 'Zebra']
  const items = names.toReversed().map((name, index) => item(index, name, 1))
  expect(pickLines([{ id: 100001, items }]).map(({ name }) => name)).toEqual(names)
})

test('orders without items need nothing from the shelves', () => {
  expect(pickLines([{ id: 100001, items: [] }])).toEqual([])
})
