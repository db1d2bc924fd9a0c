import fc from 'fast-check'
import { expect, it } from 'vitest'
import { wordsOf } from '../../domain/words.ts'
import { Bitmap } from './bitmap.ts'
import { NameBeginnings } from './name-beginnings.ts'
import { NameColumn } from './name-column.ts'
import { ProductOrder } from './product-order.ts'

const A_NAME = fc.array(fc.constantFrom('HP', 'Douglas', '4-in-1', 'Épson', 'Laser', 'LaserJet', '...'), {
  maxLength: 3,
})

it('finds the names that begin with a text among those of a set, however their words are written', () => {
  fc.assert(
    fc.property(fc.array(A_NAME, { maxLength: 20 }), A_NAME, fc.nat(8), (names, typed, letters) => {
      const column = new NameColumn()
      const order = new ProductOrder((a, b) => column.compare(a, b) || a - b)
      for (const [slot, words] of names.entries()) column.put(slot, words.join(' '))
      order.putIn([...names.keys()])
      const among = new Bitmap()
      for (const slot of names.keys()) among.put(slot, slot % 3 > 0)
      const text = wordsOf(typed.join(' ')).join(' ').slice(0, letters)

      const found = new Bitmap()
      new NameBeginnings(column, order).find(text, among, found)

      const expected = [...names.keys()].filter((slot) => slot % 3 > 0 && column.beginsWith(slot, text))
      expect([...names.keys()].filter((slot) => found.has(slot))).toEqual(expected)
    }),
  )
})
