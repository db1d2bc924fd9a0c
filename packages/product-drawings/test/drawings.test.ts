import { describe, expect, it } from 'vitest'
import {
  CASINGS,
  drawIllustration,
  drawProduct,
  ILLUSTRATION_NAMES,
  PRODUCT_KINDS,
  VIEWS,
  type Traits,
} from '../src/index.ts'

const marks = (svg: string): string => svg.replace(/<title>.*?<\/title>/, '')
const LOADS_OR_BROKEN = /<script|<style|href|url\((?!#close-up-)|NaN|Infinity|undefined/

describe('product drawings', () => {
  it('carry the title they are given, escaped', () => {
    expect(drawProduct({ kind: 'laser', casing: 'chalk' }, 'front', 'Black & <white>')).toContain(
      '<title>Black &amp; &lt;white&gt;</title>',
    )
  })

  it('show something else in every view, casing and variant of a kind', () => {
    for (const kind of PRODUCT_KINDS) {
      const views = VIEWS.map((view) => marks(drawProduct({ kind, casing: 'chalk' }, view)))
      expect(new Set(views).size, kind).toBe(VIEWS.length)
      const casings = CASINGS.map((casing) => marks(drawProduct({ kind, casing }, 'front')))
      expect(new Set(casings).size, kind).toBe(CASINGS.length)
    }
  })

  it('show no two kinds alike', () => {
    const fronts = PRODUCT_KINDS.map((kind) => marks(drawProduct({ kind, casing: 'chalk' }, 'front')))
    expect(new Set(fronts).size).toBe(PRODUCT_KINDS.length)
  })

  it('stand alone: no script, no style, nothing loaded from elsewhere, no number that is none', () => {
    for (const kind of PRODUCT_KINDS) {
      for (const view of VIEWS) {
        const svg = drawProduct({ kind, casing: 'chalk' }, view)
        expect(svg).toMatch(
          /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 800 680" role="img"><title>[^<]+<\/title>.*<\/svg>$/,
        )
        expect(svg, `${kind} ${view}`).not.toMatch(LOADS_OR_BROKEN)
      }
    }
  })

  it('are the same whenever they are drawn', () => {
    const draw = () => drawProduct({ kind: 'inkjet-tank', casing: 'cobalt', variant: 1 }, 'open')
    expect(draw()).toBe(draw())
  })

  it('show a machine of another size, name or trait otherwise', () => {
    const front = (traits: Traits) => marks(drawProduct({ kind: 'laser', casing: 'chalk', traits }, 'front'))
    const drawn = [
      {},
      { size: [15, 14.1, 8.5] },
      { size: [14, 14.2, 12] },
      { plate: 'M404dn' },
      { plate: 'MS431dw' },
      { trays: 2 },
      { flap: true },
      { display: 'tilted' },
      { accent: 'top' },
    ] as const satisfies readonly Traits[]
    expect(new Set(drawn.map(front)).size).toBe(drawn.length)
  })

  it('stay sound for sizes and names that no machine has', () => {
    for (const kind of PRODUCT_KINDS) {
      for (const size of [
        [0.1, 90, 3],
        [400, 1, 1],
      ] as const) {
        const svg = drawProduct({ kind, casing: 'ink', traits: { size, plate: 'Ä <&> 123456789012' } }, 'front')
        expect(svg, kind).not.toMatch(LOADS_OR_BROKEN)
      }
    }
  })

  it('stay light: at most 12.5 kB for a machine and 20 kB for a set', () => {
    for (const kind of PRODUCT_KINDS) {
      const limit = kind.startsWith('bundle') ? 20_000 : 12_500
      for (const view of VIEWS) {
        for (const variant of [0, 1, 2] as const) {
          const size = Buffer.byteLength(drawProduct({ kind, casing: 'ink', variant }, view))
          expect(size, `${kind} ${view} ${variant}`).toBeLessThanOrEqual(limit)
        }
      }
    }
  })
})

describe('illustrations', () => {
  it('exist for the hero, the use cases, the empty states and the confirmation', () => {
    expect(ILLUSTRATION_NAMES).toEqual(
      expect.arrayContaining([
        'home-hero',
        'student',
        'family',
        'photo',
        'printers-hero',
        'photo-printers-hero',
        'empty-cart',
        'empty-wishlist',
        'no-results',
        'not-found',
        'sign-in',
        'order-confirmed',
      ]),
    )
  })

  it('stand alone', () => {
    for (const name of ILLUSTRATION_NAMES) {
      expect(drawIllustration(name), name).toMatch(/^<svg .*<\/svg>$/)
      expect(drawIllustration(name), name).not.toMatch(LOADS_OR_BROKEN)
    }
  })
})
