import { describe, expect, it } from 'vitest'
import { modelsOf } from './models.ts'
import { fittedModel } from './supply-links.ts'

const names = (fits: readonly string[], brand = 'Brother') => modelsOf({ fits, brand }).map(({ name }) => name)

describe('the models that a supply fits', () => {
  it('are of its own brand when they name no maker', () => {
    expect(names(['HL-L2310D', 'Brother MFC-L2710DW'])).toEqual(['Brother HL-L2310D', 'Brother MFC-L2710DW'])
    expect(names(['Epson TM-T88VII', 'Star TSP143IV'], 'Everyday')).toEqual(['Epson TM-T88VII', 'Star TSP143IV'])
    expect(names(['TM-T88VII'], '')).toEqual(['TM-T88VII'])
    expect(names(['Counter Starter Set'], 'Everyday')).toEqual(['Counter Starter Set'])
  })

  it('are the same however they are written', () => {
    expect(modelsOf({ fits: ['HL-L2310D', 'brother  HL L2310D', 'Brother HL-L2310D '], brand: 'Brother' })).toEqual([
      { slug: 'brother-hl-l2310d', name: 'Brother HL-L2310D' },
    ])
    expect(modelsOf({ fits: [], brand: 'HP' })).toEqual([])
  })

  it('lead from a machine to its supplies', () => {
    const machine = { name: 'Brother HL-L2310D', brand: 'Brother', sku: 'B-1' }
    const supply = (...fits: string[]) => ({ fits, brand: 'Brother' })
    expect(fittedModel(machine, [supply('MFC-1'), supply('HL-L2310D')])).toBe('brother-hl-l2310d')
    expect(fittedModel(machine, [supply('B-1')])).toBe('brother-b-1')
    expect(fittedModel(machine, [supply('HL-L2300')])).toBeNull()
    expect(fittedModel(machine, [])).toBeNull()
  })
})
