import { describe, expect, it } from 'vitest'
import { demoProducts } from '../demo/demo-catalogue.ts'
import { CASINGS, drawProduct, PRODUCT_KINDS, VIEWS } from './draw-product.ts'
import { productImage } from './product-image.ts'
import { drawIllustration, ILLUSTRATION_NAMES, illustrationImage } from './scenes/draw-illustration.ts'

const marks = (svg: string): string => svg.replace(/<title>.*?<\/title>/, '')

describe('product drawings', () => {
  it('resolve by file name and only by a name of the catalogue', () => {
    expect(productImage('hp-laserjet-pro-m404dn-front.svg')).toContain(
      '<title>HP LaserJet Pro M404dn, from the front</title>',
    )
    for (const unknown of [
      '',
      'hp-laserjet-pro-m404dn.svg',
      'hp-laserjet-pro-m404dn-front.png',
      '../../package.json',
      '__proto__',
    ]) {
      expect(productImage(unknown), unknown).toBeNull()
    }
  })

  it('show something else in every view', () => {
    for (const { name, images } of demoProducts) {
      expect(new Set(images.map((image) => marks(productImage(image)!))).size, name).toBe(images.length)
    }
  })

  it('show no two products alike', () => {
    expect(new Set(demoProducts.map(({ image }) => marks(productImage(image) ?? ''))).size).toBe(demoProducts.length)
  })

  it('stand alone: no script, no style, nothing loaded from elsewhere, no figure that is not a number', () => {
    for (const kind of PRODUCT_KINDS) {
      for (const view of VIEWS) {
        const svg = drawProduct({ kind, casing: 'chalk' }, view)
        expect(svg).toMatch(
          /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 800 680" role="img"><title>[^<]+<\/title>.*<\/svg>$/,
        )
        expect(svg, `${kind} ${view}`).not.toMatch(/<script|<style|href|url\((?!#loupe-)|NaN|Infinity|undefined/)
      }
    }
  })

  it('look different in every casing', () => {
    for (const kind of PRODUCT_KINDS) {
      expect(new Set(CASINGS.map((casing) => marks(drawProduct({ kind, casing }, 'front')))).size, kind).toBe(
        CASINGS.length,
      )
    }
  })

  it('are the same whenever they are drawn', () => {
    expect(drawProduct({ kind: 'inkjet-tank', casing: 'cobalt', variant: 1 }, 'open')).toBe(
      drawProduct({ kind: 'inkjet-tank', casing: 'cobalt', variant: 1 }, 'open'),
    )
  })

  it('stay light: at most 12.5 kB for a machine and 20 kB for a set, 6.5 kB on average', () => {
    const sizes = demoProducts.flatMap(({ drawing, images }) =>
      images.map((image) => ({
        image,
        limit: drawing.kind.startsWith('bundle') ? 20_000 : 12_500,
        size: Buffer.byteLength(productImage(image)!),
      })),
    )
    for (const { image, limit, size } of sizes) expect(size, image).toBeLessThanOrEqual(limit)
    expect(sizes.reduce((sum, { size }) => sum + size, 0) / sizes.length).toBeLessThanOrEqual(6_500)
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
    for (const name of ILLUSTRATION_NAMES) {
      expect(illustrationImage(`${name}.svg`)).toBe(drawIllustration(name))
      expect(drawIllustration(name), name).toMatch(/^<svg .*<\/svg>$/)
      expect(drawIllustration(name), name).not.toMatch(/<script|<style|href|NaN|Infinity|undefined/)
    }
  })

  it('are found through the same door as the products, and so is the mark of the shop', () => {
    expect(productImage('not-found.svg')).toBe(drawIllustration('not-found'))
    expect(productImage('logo-mark.svg')).toContain('<title>superprinter</title>')
  })

  it('answer null for a name they do not know', () => {
    expect(illustrationImage('home-hero')).toBeNull()
    expect(illustrationImage('constructor.svg')).toBeNull()
  })
})
