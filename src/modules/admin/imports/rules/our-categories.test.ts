import { expect, it } from 'vitest'
import { suggestCategory } from './our-categories.ts'

const OURS = [
  'printers',
  'photo-printers',
  'scanners',
  'pos-systems',
  'barcode-scanners',
  'business-solutions',
  'supplies',
]

it.each([
  ['Drucker/Tinte', 'printers'],
  ['MFP Tinte', 'printers'],
  ['Tinten-MFP', 'printers'],
  ['Multifunction > Ink', 'printers'],
  ['MFP ink cartridges', 'supplies'],
  ['Papierrollen', 'supplies'],
  ['Printers/Inkt', 'printers'],
  ['Hardware > Drucker > Tinte', 'printers'],
  ['Hardware > Drucker > Laser', 'printers'],
  ['Verbrauchsmaterial > Tinte', 'supplies'],
  ['Zubehör > Drucker > Tinte', 'supplies'],
  ['Drucker > Toner', 'supplies'],
  ['Tinte', 'supplies'],
  ['Lager > Barcodescanner', 'barcode-scanners'],
  ['photo-printers', 'photo-printers'],
  ['Misc', null],
  ['', null],
])('the group %j of a list is taken for %j', (group, category) => {
  expect(suggestCategory(group, OURS)).toBe(category)
})

it('no group is taken for a category that the shop has not', () => {
  expect(suggestCategory('Laserdrucker', ['scanners'])).toBe(null)
})
