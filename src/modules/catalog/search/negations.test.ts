import { describe, expect, it } from 'vitest'
import { readBrands, takeNegations, withoutParts } from './negations.ts'

const BRANDS = await readBrands(['HP', 'Brother', 'Star Micronics', 'Star'])
const NOTHING = { brands: [], choices: [], words: [] }

describe('what a search does not want', () => {
  it.each([
    ['printer without wifi', 'printer', { choices: ['connection=wifi'] }, ['wifi']],
    ['printer without Wi-Fi', 'printer', { choices: ['connection=wifi'] }, ['Wi-Fi']],
    ['no wireless usb laser', 'usb laser', { choices: ['connection=wifi'] }, ['wireless']],
    ['not HP', '', { brands: ['HP'] }, ['HP']],
    ['laser printer but not an hp', 'laser printer but', { brands: ['HP'] }, ['hp']],
    ['laser -hp -fax', 'laser', { brands: ['HP'], choices: ['function=fax'] }, ['hp', 'fax']],
    // The first word may be a dash before a name.
    ['-hp laser -brother', '-hp laser', { brands: ['Brother'] }, ['brother']],
    ['inkjet not hp or brother', 'inkjet', { brands: ['HP', 'Brother'] }, ['hp', 'brother']],
    [
      'receipt printer other than star micronics',
      'receipt printer',
      { brands: ['Star Micronics', 'Star'] },
      ['star micronics'],
    ],
    ['laser without fax nor wifi', 'laser', { choices: ['function=fax', 'connection=wifi'] }, ['fax', 'wifi']],
    ['laser without color printing', 'laser', { choices: ['color=yes'] }, ['color']],
    ['non-wifi printer', 'printer', { choices: ['connection=wifi'] }, ['wifi']],
    ['drucker ohne WLAN', 'drucker', { choices: ['connection=wifi'] }, ['WLAN']],
    [
      'usb only printer',
      'usb printer',
      { choices: ['connection=wifi', 'connection=ethernet', 'connection=bluetooth'] },
      ['wifi', 'ethernet', 'bluetooth'],
    ],
    [
      'only USB printer',
      'USB printer',
      { choices: ['connection=wifi', 'connection=ethernet', 'connection=bluetooth'] },
      ['wifi', 'ethernet', 'bluetooth'],
    ],
    [
      'laser printer only',
      'laser printer',
      { choices: ['function=copy', 'function=scan', 'function=fax'] },
      ['copy', 'scan', 'fax'],
    ],
    ['scanner without feeder', 'scanner', { words: ['feeder'] }, ['feeder']],
    ['scanner without a document feeder', 'scanner', { words: ['feeder'] }, ['document feeder']],
  ])('of "%s" leaves "%s"', (search, words, except, without) => {
    expect(takeNegations(search, BRANDS)).toMatchObject({ words, except: { ...NOTHING, ...except }, without })
  })

  it.each([
    'printer',
    '',
    'printer without cartridges',
    'barcode scanner without cable',
    'printer that does not need cartridges',
    'HP No. 62 ink',
    'all-in-one',
    'without',
    'printer not',
    'no no no',
    'laser -not hp',
    'print - copy',
    'only hp',
    'black only',
    'only',
  ])('is nothing in "%s"', (search) => {
    expect(takeNegations(search, BRANDS)).toEqual({
      words: search,
      except: NOTHING,
      without: [],
      said: [],
    })
  })
})

describe('a search that wants again what it did not want', () => {
  it.each([
    ['duplex laser under $400 without wifi', 'duplex laser without wifi', 'duplex laser under $400'],
    ['no wireless usb laser  no more than $300', 'no wireless usb laser', 'usb laser no more than $300'],
    ['laser -hp -fax', 'laser -hp -fax', 'laser'],
    ['laser -hp with usb -fax', 'laser -hp with usb -fax', 'laser with usb'],
    ['not HP', 'not HP', ''],
    ['printer', 'printer', 'printer'],
  ])('of "%s" is the rest, whatever it says about the price', (search, words, wider) => {
    expect(withoutParts(search, takeNegations(words, BRANDS).said)).toBe(wider)
  })

  it('is not known when its words stand apart', () => {
    expect(withoutParts('laser without under $400 wifi', ['without wifi'])).toBeNull()
  })
})

it('reads thousands of brands in pieces, between which others have their turn', async () => {
  let isAnswered = false
  setImmediate(() => (isAnswered = true))
  const names = Array.from({ length: 2000 }, (_, i) => `Brand ${i}`)
  const brands = await readBrands(names)
  expect(isAnswered).toBe(true)
  expect(brands.map(({ brand }) => brand)).toEqual(names)
  expect(takeNegations('laser not Brand', brands).except.brands).toHaveLength(2000)
})
