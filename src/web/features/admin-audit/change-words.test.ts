import { expect, it } from 'vitest'
import { fieldWords, valueWords } from './change-words.ts'

it.each([
  ['stockQuantity', 'Stock quantity'],
  ['sku', 'SKU'],
  ['open sessions', 'Open sessions'],
  ['trackingNumber', 'Tracking number'],
  ['', ''],
])('the field %j reads as %j', (field, words) => {
  expect(fieldWords(field)).toBe(words)
})

it.each([
  ['price', '1299.00', '$1,299.00'],
  ['price', '-10 %, ending in .99', '-10 %, ending in .99'],
  ['inStock', 'true', 'yes'],
  ['role', 'read-only', 'Read-only'],
  ['role', 'captain', 'captain'],
  ['status', 'processing', 'Processing'],
  ['category', 'pos-systems', 'POS Systems'],
  ['name', 'scanners', 'scanners'],
  ['fields', 'sku, name, stockQuantity, gtin', 'SKU, Name, Stock quantity, EAN or UPC'],
  ['mode', 'upsert', 'add and update'],
  ['key', 'gtin', 'EAN'],
  ['whenLeft', 'sold-out', 'are sold out'],
  ['priceRule', '{"base":"cost","permille":250,"rounding":"ending-99"}', 'cost + 25 %, up to .99'],
  ['priceRule', '{"base":"guess"}', '{"base":"guess"}'],
  ['priceRule', '12.5 %', '12.5 %'],
  ['tags', '["sale","bestseller"]', 'sale, bestseller'],
  ['kept', '[12,7]', '12, 7'],
  ['tags', '[]', ''],
  ['specifications', '{"Speed":"55 ppm","Weight":"3 lb"}', 'Speed: 55 ppm, Weight: 3 lb'],
  ['specifications', '{"Speed":"55 ppm","Weight":"3 l…', 'Speed: 55 ppm, …'],
  ['features', '["Quiet","wi…', 'Quiet, …'],
  ['features', '["One that was cut within its wor…', '["One that was cut within its wor…'],
  ['text', '{name}, thank you', '{name}, thank you'],
])('the value of %s %j reads as %j', (field, value, words) => {
  expect(valueWords(field, value)).toBe(words)
})
