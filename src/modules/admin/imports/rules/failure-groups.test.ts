import { expect, it } from 'vitest'
import { FailureGroups } from './failure-groups.ts'

it('rows that failed for one reason are one group, with the cells that it names', () => {
  const groups = new FailureGroups()
  for (let row = 0; row < 51; row += 1) groups.add('price must be like 1299.00, not "auf Anfrage".')
  groups.add('price must be like 1299.00, not "call; us"; category must be one of printers, scanners, not "Ink "x"".')
  groups.add('Line 7 has 4 values for 3 columns.')
  groups.add('Line 9 has 5 values for 3 columns.')
  groups.add('Line 2 has the same sku.')
  expect(
    groups.end().map(({ reason, field, rows, values }) => [rows, field, reason, values.map(({ text }) => text)]),
  ).toEqual([
    [52, 'price', 'price must be like 1299.00', ['auf Anfrage', 'call; us']],
    [1, 'category', 'category must be one of printers, scanners', ['Ink "x"']],
    [1, null, 'The row has 4 values for 3 columns', []],
    [1, null, 'The row has 5 values for 3 columns', []],
    [1, null, 'An earlier line has the same sku', []],
  ])
})

it('rows that have too much of one thing failed for one reason, however much each has', () => {
  const groups = new FailureGroups()
  for (let length = 1201; length < 1260; length += 1)
    groups.add(`name has ${length.toLocaleString('en-US')} characters, at most 200 are possible.`)
  groups.add('images has 21 addresses, at most 20 are possible; fits has 300 models, at most 200 are possible.')
  expect(groups.end().map(({ reason, field, rows }) => [rows, field, reason])).toEqual([
    [59, 'name', 'name has too many characters: at most 200 are possible'],
    [1, 'images', 'images has too many addresses: at most 20 are possible'],
    [1, 'fits', 'fits has too many models: at most 200 are possible'],
  ])
})

it('there are no more groups than a person reads', () => {
  const groups = new FailureGroups()
  for (let row = 0; row < 100; row += 1) groups.add(`the cell in column ${row} has too many characters.`)
  expect(groups.end()).toHaveLength(51)
  expect(groups.end()[0]).toMatchObject({ reason: 'Other reasons', rows: 50 })
})

it('a reason stays a sentence without the cell that it names', () => {
  const groups = new FailureGroups()
  for (const reason of [
    'Line 909: a quotation mark stands where none can be. Double it ("") inside of a quoted cell.',
    'The sku "A-1" belongs to another product, "Ink "x"".',
    'A product with the sku "A-2" exists already.',
  ])
    groups.add(reason)
  expect(groups.end().map(({ reason, values }) => [reason, ...values.map(({ text }) => text)])).toEqual([
    ['A quotation mark stands where none can be. Double it ("") inside of a quoted cell'],
    ['The sku belongs to another product', 'A-1'],
    ['A product with the sku exists already', 'A-2'],
  ])
})
