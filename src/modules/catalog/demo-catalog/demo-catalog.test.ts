import { describe, expect, it } from 'vitest'
import {
  CASINGS,
  drawProduct,
  INKS,
  PRODUCT_KINDS,
  VIEWS,
  type Casing,
  type Ink,
  type ProductKind,
} from '@superprinter/product-drawings'
import { isSupply, linksAmong } from '../domain/supply-links.ts'
import { demoProducts } from './demo-catalog.ts'
import { DEMO_CATEGORIES, PICTURE_VIEWS, type DemoProduct } from './demo-product.ts'

const inCategory = (category: string): DemoProduct[] => demoProducts.filter((product) => product.category === category)
const priced = (from: number, to: number): DemoProduct[] =>
  demoProducts.filter(({ priceCents }) => priceCents >= from && priceCents <= to)

describe('the demo catalog', () => {
  it('offers at least 72 products of at least ten brands in all seven categories', () => {
    expect(demoProducts.length).toBeGreaterThanOrEqual(72)
    expect(new Set(demoProducts.map(({ brand }) => brand)).size).toBeGreaterThanOrEqual(10)
    for (const category of DEMO_CATEGORIES) expect(inCategory(category).length, category).toBeGreaterThanOrEqual(8)
  })

  it('gives every product its own name, stock number and pictures', () => {
    for (const values of [
      demoProducts.map(({ name }) => name),
      demoProducts.map(({ sku }) => sku),
      demoProducts.flatMap(({ images }) => images),
    ]) {
      expect(new Set(values).size).toBe(values.length)
    }
  })

  it('has the four HP printers of the home page', () => {
    const names = inCategory('printers')
      .filter(({ brand }) => brand === 'HP')
      .map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['HP LaserJet Pro M404dn', 'HP OfficeJet Pro 9015e', 'HP DeskJet 4155e', 'HP ENVY 6055e']),
    )
  })

  it('starts its printers at exactly $199', () => {
    expect(Math.min(...inCategory('printers').map(({ priceCents }) => priceCents))).toBe(19900)
  })

  it('prints as fast as the home page says', () => {
    const printers = inCategory('printers').map(({ specifications, priceCents }) => ({
      priceCents,
      isLaser: specifications.Technology?.includes('laser') === true,
      pages: parseFloat(specifications['Print speed'] ?? ''),
      firstPage: parseFloat(specifications['First page'] ?? ''),
    }))
    const lasers = printers.filter(({ isLaser }) => isLaser)
    // "Up to 55 ppm", "5 sec first page", "most lasers print 30+ pages per minute", the one for $199 among them.
    expect(Math.max(...printers.map(({ pages }) => pages))).toBe(55)
    expect(Math.min(...printers.map(({ firstPage }) => firstPage))).toBeLessThanOrEqual(5)
    expect(lasers.filter(({ pages }) => pages >= 30).length).toBeGreaterThan(lasers.length / 2)
    expect(lasers.some(({ pages, priceCents }) => pages >= 30 && priceCents === 19900)).toBe(true)
  })

  it('meets every price range and its borders', () => {
    for (const border of [9999, 10000, 30000, 50000, 50001]) {
      expect(
        demoProducts.some(({ priceCents }) => priceCents === border),
        `${border}`,
      ).toBe(true)
    }
    for (const [from, to] of [
      [1, 9999],
      [10000, 30000],
      [30000, 50000],
      [50001, 1_000_000],
    ] as const) {
      expect(priced(from, to).length).toBeGreaterThanOrEqual(6)
    }
  })

  it('counts money in whole cents and takes something off wherever it says sale', () => {
    for (const { name, priceCents, originalPriceCents, tags } of demoProducts) {
      expect(Number.isInteger(priceCents) && priceCents > 0, name).toBe(true)
      expect(originalPriceCents !== null, name).toBe(tags.includes('sale'))
      if (originalPriceCents !== null) expect(originalPriceCents, name).toBeGreaterThan(priceCents)
    }
    expect(demoProducts.filter(({ tags }) => tags.includes('sale')).length).toBeGreaterThanOrEqual(8)
  })

  it('has products that are out of stock, made to order, featured and for business', () => {
    const outOfStock = demoProducts.filter(({ inStock }) => !inStock)
    expect(outOfStock.length).toBeGreaterThanOrEqual(5)
    for (const { name, stockQuantity } of outOfStock) expect(stockQuantity, name).toBe(0)
    expect(
      demoProducts.filter(({ inStock, stockQuantity }) => inStock && stockQuantity === 0).length,
    ).toBeGreaterThanOrEqual(3)
    expect(demoProducts.filter(({ isFeatured }) => isFeatured).length).toBeGreaterThanOrEqual(10)
    expect(demoProducts.filter(({ isBusinessProduct }) => isBusinessProduct).length).toBeGreaterThanOrEqual(15)
  })

  it('lets the products of a category be compared: the same specifications in the same order, none of them empty', () => {
    for (const category of DEMO_CATEGORIES) {
      const [first, ...others] = inCategory(category).map(({ specifications }) => Object.keys(specifications))
      expect(first!.length, category).toBeGreaterThanOrEqual(6)
      for (const keys of others) expect(keys, category).toEqual(first)
    }
    for (const { name, specifications, features } of demoProducts) {
      expect(
        Object.values(specifications).every((value) => value.trim() !== ''),
        name,
      ).toBe(true)
      expect(features.length, name).toBeGreaterThanOrEqual(4)
      expect(features.length, name).toBeLessThanOrEqual(7)
    }
  })

  it('describes in plain text of two to four sentences', () => {
    for (const { name, description, features, reviews, specifications } of demoProducts) {
      const sentences = description.match(/[.!?](\s|$)/g) ?? []
      expect(sentences.length, name).toBeGreaterThanOrEqual(2)
      expect(sentences.length, name).toBeLessThanOrEqual(4)
      const texts = [
        name,
        description,
        ...features,
        ...Object.values(specifications),
        ...reviews.map(({ comment }) => comment),
      ]
      for (const text of texts) expect(text, name).not.toMatch(/[<>&]|https?:|\n/)
    }
  })

  it('has reviews on most machines and on no supply, of every rating, written in the fourteen months before November 2026', () => {
    const reviewed = demoProducts.filter(({ reviews }) => reviews.length > 0)
    const machines = demoProducts.filter(({ category }) => category !== 'supplies')
    expect(reviewed.length / machines.length).toBeGreaterThan(0.8)
    expect(reviewed.length).toBeLessThan(machines.length)
    // Lists put what has better ratings first: ink must not stand before printers.
    expect(reviewed.every(({ category }) => category !== 'supplies')).toBe(true)
    const reviews = demoProducts.flatMap((product) => product.reviews)
    expect([...new Set(reviews.map(({ rating }) => rating))].sort()).toEqual([2, 3, 4, 5])
    expect(new Set(reviews.map(({ comment }) => comment)).size).toBe(reviews.length)
    for (const { createdAt } of reviews) {
      expect(createdAt >= '2025-09-01T00:00:00.000Z' && createdAt < '2026-11-01T00:00:00.000Z', createdAt).toBe(true)
    }
  })

  it('names pictures that can be drawn, the main one first', () => {
    expect(PICTURE_VIEWS).toEqual(VIEWS)
    for (const { name, image, images, drawing } of demoProducts) {
      expect(image, name).toBe(images[0])
      for (const fileName of images) expect(fileName).toMatch(/^[a-z0-9-]+\.svg$/)
      expect(PRODUCT_KINDS, name).toContain(drawing.kind)
      expect(CASINGS, name).toContain(drawing.casing)
      expect(INKS, name).toContain(drawing.ink ?? 'black')
    }
  })

  it('shows no two products alike, in pictures of 6.5 kB on average', () => {
    const drawn = demoProducts.map(({ drawing: { kind, casing, ink = 'black', ...own } }) =>
      VIEWS.map((view) =>
        drawProduct({ kind: kind as ProductKind, casing: casing as Casing, ink: ink as Ink, ...own }, view, ' '),
      ),
    )
    expect(new Set(drawn.map(([front]) => front)).size).toBe(demoProducts.length)
    const sizes = drawn.flat().map((svg) => Buffer.byteLength(svg))
    expect(sizes.reduce((sum, size) => sum + size, 0) / sizes.length).toBeLessThanOrEqual(6_500)
  })

  it('has at least 60 supplies that fit what it sells, none of them featured', () => {
    const supplies = inCategory('supplies')
    const machines = new Set(demoProducts.filter((product) => !isSupply(product)).map(({ name }) => name))
    expect(supplies.length).toBeGreaterThanOrEqual(60)
    for (const { name, fits, isFeatured, tags } of supplies) {
      expect(fits.length, name).toBeGreaterThan(0)
      expect(isFeatured || tags.includes('bestseller'), name).toBe(false)
    }
    // Ink of the models that the shop has sold before is still for sale.
    const unsold = supplies.filter(({ fits }) => !fits.some((model) => machines.has(model)))
    expect(unsold.map(({ name }) => name)).toEqual(['HP 936 Black Ink Cartridge', 'HP 936 Color Ink Combo Pack'])
  })

  it('knows of every printer what a page costs: ink of tanks under one cent, all else more', () => {
    const links = linksAmong(demoProducts.map((product, id) => ({ ...product, id })))
    const costs = demoProducts.flatMap(({ name, category, specifications }, id) =>
      category === 'printers' ? [{ name, specifications, cost: links.get(id)?.costPerPage ?? null }] : [],
    )
    expect(costs.length).toBeGreaterThan(10)
    for (const { name, specifications, cost } of costs) {
      expect(cost?.blackMills, name).toBeGreaterThan(0)
      const isColor = specifications['Technology']?.startsWith('Color') === true
      if (isColor) expect(cost?.colorMills, name).toBeGreaterThan(cost?.blackMills ?? Infinity)
      else expect(cost?.colorMills, name).toBeNull()
      if (specifications['Technology']?.includes('tanks')) expect(cost?.blackMills, name).toBeLessThan(10)
      else expect(cost?.blackMills, name).toBeGreaterThanOrEqual(10)
    }
  })
})
