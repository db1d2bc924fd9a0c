import type { Supplier } from '#contracts/suppliers'

const KEYS: Readonly<Record<Supplier['key'], string>> = {
  sku: 'found by SKU',
  gtin: 'found by EAN',
  name: 'found by brand and name',
}
const ROUNDINGS = { cent: '', 'ending-99': ', up to .99', dollar: ', up to a whole dollar' } as const

/** "cost + 25 %, up to .99 · found by SKU · sold out when they leave" */
export function rulesText({ key, priceRule, whenLeft }: Supplier): string {
  const price =
    priceRule === null
      ? 'price as listed'
      : `${priceRule.base === 'cost' ? 'cost +' : 'original price −'} ${priceRule.percent} %${ROUNDINGS[priceRule.rounding]}`
  return [price, KEYS[key], ...(whenLeft === 'sold-out' ? ['sold out when they leave'] : [])].join(' · ')
}
