import { expect, it } from 'vitest'
import { readPriceWords } from './price-words.ts'

it.each([
  ['printer under 200', 'printer', { most: 19_999 }],
  ['Printer under $1,400', 'Printer', { most: 139_999 }],
  ['under $400 color laser', 'color laser', { most: 39_999 }],
  ['duplex laser below 400 dollars', 'duplex laser', { most: 39_999 }],
  ['laser up to $99.50', 'laser', { most: 9_950 }],
  ['laser up to $19.99', 'laser', { most: 1_999 }],
  ['laser up to 300', 'laser', { most: 30_000 }],
  ['scanner over 500', 'scanner', { least: 50_000 }],
  ['scanner over $100 under $300', 'scanner', { least: 10_000, most: 29_999 }],
  ['under 200', '', { most: 19_999 }],
  ['printer no more than $300', 'printer', { most: 30_000 }],
  ['printer between $200 and $300', 'printer', { least: 20_000, most: 30_000 }],
  ['printer between 200 and 300 dollars', 'printer', { least: 20_000, most: 30_000 }],
  ['laser $100-$200', 'laser', { least: 10_000, most: 20_000 }],
  ['laser $1,000 to 2,000', 'laser', { least: 100_000, most: 200_000 }],
  ['Laser unter 200', 'Laser', { most: 19_999 }],
  ['Drucker unter 200 € mit Duplex', 'Drucker mit Duplex', { most: 19_999 }],
  ['Drucker bis 300 Euro', 'Drucker', { most: 30_000 }],
  ['Drucker zwischen 200 und 300 Euro', 'Drucker', { least: 20_000, most: 30_000 }],
  ['Scanner über 500', 'Scanner', { least: 50_000 }],
  ['imprimante à moins de 300 euros', 'imprimante à', { most: 29_999 }],
  ['imprimante entre 100 et 200 €', 'imprimante', { least: 10_000, most: 20_000 }],
  ['scanner jusqu’à 250 €', 'scanner', { most: 25_000 }],
  ['laser around $300', 'laser', { least: 24_000, most: 36_000 }],
])('reads a limit of the price from "%s"', (search, words, limits) => {
  expect(readPriceWords(search)).toEqual({ words, limits, sort: null })
})

const MONEY =
  '$200|$ 200|200$|200 $|200 dollars|200 dollar|200 US dollars|200 bucks|$200.00|USD 200|usd200|200 USD|US$200|US$ 200|' +
  '$200 USD|us-$ 200|€200|€ 200|200€|200 €|200 euros|200 Euro|EUR 200|200 EUR|200,00 €|200.00 €|£200'
it.each(MONEY.split('|'))('knows "%s" for an amount of money, whatever is said about it', (money) => {
  const read = (search: string) => {
    const { words, limits } = readPriceWords(search)
    return { ...limits, words }
  }
  for (const below of ['under', 'less than', 'below', 'unter', 'moins de'])
    expect(read(`laser ${below} ${money} duplex`)).toEqual({ words: 'laser duplex', most: 19_999 })
  for (const upTo of ['up to', 'no more than', 'max', 'bis', 'jusqu’à'])
    expect(read(`laser ${upTo} ${money} duplex`)).toEqual({ words: 'laser duplex', most: 20_000 })
  for (const from of ['over', 'at least', 'mehr als'])
    expect(read(`laser ${from} ${money} duplex`)).toEqual({ words: 'laser duplex', least: 20_000 })
  expect(read(`laser around ${money}`)).toEqual({ words: 'laser', least: 16_000, most: 24_000 })
  expect(read(`laser between 100 and ${money}`)).toEqual({ words: 'laser', least: 10_000, most: 20_000 })
  // The wrong way around, as in the price filter.
  expect(read(`laser between ${money} and 100`)).toEqual({ words: 'laser', least: 10_000, most: 20_000 })
  expect(read(`laser 100-${money}`)).toEqual({ words: 'laser', least: 10_000, most: 20_000 })
})

it.each([
  ['$1,400', 140_000],
  ['1.400 €', 140_000],
  ['1,400.50 dollars', 140_050],
  ['1.400,5 €', 140_050],
  ['€99,99', 9_999],
  ['100000 USD', 10_000_000],
])('reads "%s" as people write it', (money, cents) => {
  expect(readPriceWords(`up to ${money}`).limits).toEqual({ most: cents })
})

it.each([
  'cheap printer',
  'printer cheap',
  'Cheapest printer',
  'affordable printer',
  'low-cost printer',
  'günstiger printer',
  'billigste printer',
  'printer pas cher',
  'printer bon marché',
])('takes "%s" to mean that the cheapest come first', (search) => {
  expect(readPriceWords(search)).toEqual({ words: 'printer', limits: {}, sort: 'price-low' })
})

it.each([
  ['printer with low cost per page', 'printer'],
  ['printer with cheap ink', 'printer'],
  ['laser cheap to run', 'laser'],
  ['printer low running costs', 'printer'],
])('takes "%s" to mean that the cheapest pages come first', (search, words) => {
  expect(readPriceWords(search)).toEqual({ words, limits: {}, sort: 'page-cost' })
})

it.each([
  'printer under 10 kg',
  'Drucker unter 20 Seiten',
  'Papier bis 300',
  'Fichier',
  'under 100 lb',
  'label printer under 4 inches',
  'under 20 ppm',
  'under 3 cents a page',
  'between 20 and 30 ppm',
  '2 to 4',
  'tray up to 50 sheets',
  'printer up to 50 sheets for $',
  'paper 8.5 to 11 inches',
  'under 200 gsm',
  'under desk stand',
  'over the counter',
  'under 4x6',
  'HP M404',
  '',
  '$',
  'under $',
])('leaves "%s" as it is', (search) => {
  expect(readPriceWords(search)).toEqual({ words: search, limits: {}, sort: null })
})
