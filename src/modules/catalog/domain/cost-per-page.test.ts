import { describe, expect, it } from 'vitest'
import { comparedMillsOf, costPerPageOf, sumsOfPage, type CostedSupply, type SupplyColor } from './cost-per-page.ts'

let lastId = 0

function supply(supplyColor: SupplyColor | null, priceCents: number, pageYield: number | null): CostedSupply {
  return { id: ++lastId, priceCents, pageYield, supplyColor }
}

const idsOf = (sum: { readonly supplies: readonly CostedSupply[] } | null) => sum?.supplies.map(({ id }) => id)

describe('the cost of a page', () => {
  it('is the price of the black supply through its yield, to a tenth of a cent', () => {
    expect(costPerPageOf([supply('black', 8900, 2600)])).toEqual({ blackMills: 34, colorMills: null })
  })

  it('is not known without supplies, without a yield, with a yield of 0, and without a price', () => {
    for (const supplies of [
      [],
      [supply('black', 8900, null)],
      [supply('black', 8900, 0)],
      [supply('black', 0, 2600)],
      [supply(null, 1299, 500)],
    ])
      expect(costPerPageOf(supplies)).toBeNull()
  })

  it('takes of several supplies of a color the one with the cheapest page, and of equal ones the first', () => {
    const usual = supply('black', 5000, 1200)
    const highYield = supply('black', 9000, 3000)
    const equal = supply('black', 18_000, 6000)
    expect(sumsOfPage([usual, equal, highYield]).black).toEqual({ mills: 30, supplies: [highYield] })
    // One without a yield, however cheap, decides nothing.
    expect(sumsOfPage([usual, supply('black', 1, null)]).black?.mills).toBe(42)
  })

  it('adds black, cyan, magenta and yellow for a page in color', () => {
    const set = [
      supply('black', 3000, 1000),
      supply('cyan', 2500, 700),
      supply('magenta', 2500, 700),
      supply('yellow', 2500, 700),
    ]
    // 3 ¢ and three times 3.571 ¢, rounded once.
    expect(sumsOfPage(set)).toEqual({
      black: { mills: 30, supplies: set.slice(0, 1) },
      color: { mills: 137, supplies: set },
    })
  })

  it('knows no page in color while one of its colors is missing, though it knows one in black', () => {
    const withoutYellow = [supply('black', 3000, 1000), supply('cyan', 2500, 700), supply('magenta', 2500, 700)]
    expect(costPerPageOf(withoutYellow)).toEqual({ blackMills: 30, colorMills: null })
    expect(costPerPageOf([supply('color', 3999, 165)])).toBeNull()
  })

  it('takes the three colors in one pack where that is cheaper, and one by one where not', () => {
    const black = supply('black', 2000, 1000)
    const singles = (['cyan', 'magenta', 'yellow'] as const).map((color) => supply(color, 2000, 500))
    const cheapPack = supply('color', 5000, 500)
    const dearPack = supply('color', 7000, 500)
    expect(idsOf(sumsOfPage([black, ...singles, cheapPack]).color)).toEqual([black.id, cheapPack.id])
    expect(idsOf(sumsOfPage([black, ...singles, dearPack]).color)).toEqual([black, ...singles].map(({ id }) => id))
  })

  it('counts a set that makes the whole picture as one print, and as no page in black', () => {
    expect(costPerPageOf([supply('all', 3899, 108)])).toEqual({ blackMills: null, colorMills: 361 })
  })

  it('is at least a tenth of a cent, because nothing with a price is free', () => {
    expect(costPerPageOf([supply('black', 1, 100_000)])?.blackMills).toBe(1)
  })

  it('compares by the page in black, and by the print where there is no other', () => {
    expect(comparedMillsOf({ blackMills: 34, colorMills: 152 })).toBe(34)
    expect(comparedMillsOf({ blackMills: null, colorMills: 361 })).toBe(361)
    expect(comparedMillsOf(null)).toBeNull()
  })
})
