import { describe, expect, test } from 'vitest'
import { cardFacts, cardSpecifications, factsOf, specificationsOf } from './specifications.ts'

describe('specifications', () => {
  const rows = [
    { name: 'Speed', value: '40 ppm' },
    { name: 'Paper', value: 'A4: 250 sheets' },
  ]

  test('come as an object', () => {
    expect(specificationsOf({ specifications: { Speed: '40 ppm', Paper: 'A4: 250 sheets' } })).toEqual({
      rows,
      remarks: [],
    })
  })

  test('come as JSON text', () => {
    expect(specificationsOf({ specifications: '{"Speed":"40 ppm","Paper":"A4: 250 sheets"}' })).toEqual({
      rows,
      remarks: [],
    })
  })

  test('come as lines, of which some are only remarks', () => {
    expect(specificationsOf({ specifications: 'Speed: 40 ppm\nPaper: A4: 250 sheets\n\nSold without cable' })).toEqual({
      rows,
      remarks: ['Sold without cable'],
    })
  })

  test('that are broken JSON are still shown', () => {
    expect(specificationsOf({ specifications: '{broken' })).toEqual({ rows: [], remarks: ['{broken'] })
  })
})

const PRINTER = {
  'First page': '8.5 seconds',
  'Print speed': '27 pages per minute',
  'Duplex printing': 'Automatic',
  Technology: 'Color laser',
  Functions: 'Print, copy, scan',
  Connections: 'Wi-Fi, USB 2.0',
}

describe('the facts before the price', () => {
  const names = (specifications: Record<string, string> | string) =>
    factsOf({ specifications }).map(({ name, value }) => `${name}: ${value}`)

  test('are four, most telling first', () => {
    expect(names(PRINTER)).toEqual([
      'Technology: Color laser',
      'Functions: Print, copy, scan',
      'Print speed: 27 ppm',
      'Duplex printing: Automatic',
    ])
  })

  test('are what a product has, whatever its kind and however it is written', () => {
    expect(names('reads: 1D codes\nTYPE: Ring, cordless\nSold without base')).toEqual([
      'TYPE: Ring, cordless',
      'reads: 1D codes',
    ])
  })

  test('leave out what a product does not have, and what is too long to read at a glance', () => {
    expect(names({ Type: 'Flatbed', 'Document feeder': 'None', Screen: ' ', Connections: 'USB, '.repeat(20) })).toEqual(
      ['Type: Flatbed'],
    )
  })

  test.each<Record<string, string> | string>([{}, '', 'Sold without cable', '{broken', { Color: 'Black' }])(
    'are none with %j',
    (specifications) => {
      expect(factsOf({ specifications })).toEqual([])
      expect(cardFacts({ specifications })).toBe('')
    },
  )
})

describe("the line on a product's card", () => {
  const line = (specifications: Record<string, string>) => cardFacts({ specifications }).replaceAll('\u00a0', ' ')

  test('says kind, duplex and speed in a few words', () => {
    expect(line(PRINTER)).toBe('Color laser · duplex · 27 ppm')
  })

  test('breaks between facts only, unless one is long', () => {
    const parts = (specifications: Record<string, string>) => cardFacts({ specifications }).split(' ')
    expect(parts(PRINTER)).toEqual(['Color\u00a0laser\u00a0·', 'duplex\u00a0·', '27\u00a0ppm'])
    expect(parts({ Technology: 'Color inkjet with tanks' })).toHaveLength(4)
  })

  test('says nothing of duplex that is done by hand', () => {
    expect(line({ ...PRINTER, 'Duplex printing': 'Manual' })).toBe('Color laser · 27 ppm')
  })

  test('is empty for a product whose specifications are not known', () => {
    expect(cardFacts({})).toBe('')
  })

  test.each([
    [PRINTER],
    ['Technology: Mono laser\ntechnology: Color laser\nDuplex: manual\nSpeed: 30 ppm'],
    [{ Type: 'Till', Screen: '12 in touch', Power: 'Mains' }],
  ])('is the same when only its own specifications are known (%#)', (specifications) => {
    const own = cardSpecifications({ specifications })
    expect(cardFacts({ specifications: own })).toBe(cardFacts({ specifications }))
    expect(Object.keys(own).length).toBeLessThanOrEqual(4)
  })
})
