import type { Supplier } from '#contracts/suppliers'

const ROUNDINGS = { cent: '', 'ending-99': ', up to .99', dollar: ', up to a whole dollar' } as const

/** "cost + 25 %, up to .99" */
export function priceRuleWords({ base, percent, rounding }: NonNullable<Supplier['priceRule']>): string {
  return `${base === 'cost' ? 'cost +' : 'original price −'} ${percent} %${ROUNDINGS[rounding]}`
}
