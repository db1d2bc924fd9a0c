import { describe, expect, it } from 'vitest'
import type { FoundPrinter } from '#contracts/finder'
import { FIRST_ANSWERS, type FinderQuery } from '#contracts/finder-choices'
import { askedFor, centsOfPart, insteadOf, inTheWay, partOf, reasonOf } from './finder-words.ts'

const query = (changes: Partial<FinderQuery> = {}): FinderQuery => ({ ...FIRST_ANSWERS, ...changes })
const printer = (changes: Partial<FoundPrinter> & { price?: string; rating?: string } = {}): FoundPrinter => {
  const { price = '200.00', rating = '4.0', ...rest } = changes
  return {
    product: {
      id: 1,
      name: 'HP LaserJet Pro M404dn',
      brand: 'HP',
      category: 'printers',
      price,
      originalPrice: null,
      image: '',
      images: [],
      tags: [],
      inStock: true,
      rating,
      reviewCount: 3,
      specifications: {},
    },
    misses: [],
    threeYears: { parts: [], total: '300.00' },
    ...rest,
  }
}

describe('what somebody asked for', () => {
  it.each([
    [{}, '100 pages a month in black'],
    [{ pages: 1 }, '1 page a month in black'],
    [{ pages: 3000, color: 'yes', scans: 'fax' }, '3,000 pages a month in color, with scanning and fax'],
    [{ prints: 'photos', paper: 'tabloid', connection: 'wifi' }, '100 photos a month, with tabloid and A3 and Wi-Fi'],
    [{ prints: 'photos', paper: 'letter', color: 'yes' }, '100 photos a month, with letter paper'],
    [
      { prints: 'labels', scans: 'fax', color: 'yes', connection: 'usb' },
      '100 labels a month, with color, scanning and fax and USB',
    ],
  ] as const)('of %j reads as a line', (changes, line) => {
    expect(askedFor(query(changes))).toBe(line)
  })
})

describe('the reason for a printer', () => {
  const best = printer()

  it('is for the best one that it costs least', () => {
    expect(reasonOf(best, best, query())).toMatch(/^Costs the least over three years/)
    const unknown = printer({ threeYears: null })
    expect(reasonOf(unknown, unknown, query())).toMatch(/^The lowest price of all .* what a page costs is not known\.$/)
  })

  it('is for another one how it stands to the best', () => {
    const dearer = printer({ price: '250.00', threeYears: { parts: [], total: '310.50' } })
    expect(reasonOf(dearer, best, query())).toBe('$10.50 more over three years.')
    const cheaper = printer({ price: '150.00', rating: '4.7', threeYears: { parts: [], total: '300.00' } })
    expect(reasonOf(cheaper, best, query())).toBe('The same over three years, but $50.00 less to buy, rated 4.7 of 5.')
    expect(reasonOf(printer({ threeYears: null }), best, query())).toBe(
      'At the same price; what a page costs is not known.',
    )
  })

  it('names everything that it lacks, and what else it is made for', () => {
    const first = (misses: FoundPrinter['misses'], changes: Partial<FinderQuery>) => {
      const nearest = printer({ misses })
      return reasonOf(nearest, nearest, query(changes))
    }
    expect(first(['scans'], { scans: 'fax' })).toBe('It does the rest, but lacks a fax.')
    expect(first(['color', 'connection', 'speed'], { connection: 'wifi', pages: 3000 })).toBe(
      'It does the rest, but lacks color, Wi-Fi and the speed for 3,000 pages a month.',
    )
    expect(first(['purpose', 'volume', 'scans'], { prints: 'photos', pages: 3000, scans: 'scan' })).toBe(
      'It does the rest, but is not made for photos, is not made for 3,000 photos a month and lacks a scanner.',
    )
    expect(first(['purpose'], {})).toBe('It does the rest, but is made for plans and posters.')
    const photo = printer({ misses: ['purpose'] })
    const ofPhotos = { ...photo, product: { ...photo.product, category: 'photo-printers' } }
    expect(reasonOf(ofPhotos, ofPhotos, query())).toBe('It does the rest, but is made for photos.')
  })

  it('names what it costs beside the first one, too', () => {
    const cheaper = printer({ misses: ['scans'], price: '150.00', threeYears: { parts: [], total: '250.00' } })
    expect(reasonOf(cheaper, best, query({ scans: 'scan' }))).toBe(
      'It does the rest, but lacks a scanner. $50.00 less over three years.',
    )
  })
})

describe('what is in the way', () => {
  const asked = query({ color: 'yes', connection: 'wifi', paper: 'tabloid', pages: 3000 })

  it('is each answer that could be another one', () => {
    const ways = [
      { changes: { paper: 'letter' }, fitting: 3 },
      { changes: { connection: 'any' }, fitting: 1 },
    ] as const
    expect(inTheWay(ways, asked)).toBe('tabloid and A3, or Wi-Fi')
    expect(ways.map((way) => insteadOf(way, asked))).toEqual(['letter paper', 'any connection'])
  })

  it('is several answers where only both would do', () => {
    const way = { changes: { color: 'no', pages: 1000 }, fitting: 1 } as const
    expect(inTheWay([way], asked)).toBe('color together with 3,000 pages a month')
    expect(insteadOf(way, asked)).toBe('black only and 1,000 pages a month')
  })

  it('is what is printed where no other answer helps', () => {
    expect(inTheWay([], asked)).toBe('documents')
    expect(inTheWay([], query({ prints: 'photos' }))).toBe('photos')
  })
})

describe('the sum', () => {
  it('names the pages and what one costs', () => {
    expect(partOf({ pages: 1800, cents: 4.1, isColor: false }, query())).toBe('1,800 pages at 4.1¢')
    expect(partOf({ pages: 900, cents: 12, isColor: true }, query({ color: 'yes' }))).toBe('900 color pages at 12¢')
    expect(partOf({ pages: 360, cents: 30, isColor: true }, query({ prints: 'photos' }))).toBe('360 photos at 30¢')
    expect(centsOfPart({ pages: 1800, cents: 4.1 })).toBe(7380)
  })
})
