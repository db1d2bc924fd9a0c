import { expect, it } from 'vitest'
import { recognizeColumns } from './columns.ts'

/** What a column with this name and these values is taken for, beside one with the names of the products. */
const fieldOf = (header: string, values: readonly string[]) =>
  recognizeColumns([header, 'Bezeichnung'], [values, ['Tinte eins', 'Tinte zwei', 'Papier']])[0]

it.each([
  ['Nr', ['1', '2', '3'], null],
  ['Nr', ['7', '9', '12'], 'sku'],
  ['Artikel-Nr.', ['1', '2', '3'], 'sku'],
  ['Gruppe', ['10', '20', '30-1'], null],
  ['Gruppe', ['10', 'Tinte', '30'], 'category'],
  ['Währung', ['EUR', 'USD', 'EUR'], 'currency'],
  ['Währung', ['1,00', '1,08', '1,00'], null],
])('a column is what its name says unless its values cannot be that: “%s” with %j', (header, values, field) => {
  expect(fieldOf(header, values)).toBe(field)
})
