import { describe, expect, it } from 'vitest'
import { isWithin } from '../domain/measures.ts'
import type { Product } from '../domain/product.ts'
import { isQuiet, measuresOf, takeWeight } from './measures-of.ts'

const measured = (specifications: Product['specifications'], name = 'Model 1') =>
  measuresOf({ name, specifications, description: '' })

const UNKNOWN = { ppm: null, grams: null, monthlyPages: null }

describe('what is measured of a product', () => {
  it.each<[Product['specifications'], number | null, number | null]>([
    [{ 'Print speed': '40 pages per minute', Weight: '18.9 lb' }, 40, 8573],
    [{ 'Print speed': '33.5 ppm', Gewicht: '7,2 kg' }, 33, 7200],
    [{ 'Weight (kg)': '5.5' }, null, 5500],
    [{ Weight: '5.7 oz' }, null, 162],
    [{ Weight: '5.7' }, null, null],
    [{ 'Paper weight': '60 to 220 g', 'Shipping weight': '30 kg' }, null, null],
    [{ 'Scan speed': '60 ppm' }, 60, null],
    [{ 'Print speed': '20 ppm', 'Scan speed': '60 ppm' }, 20, null],
    ['A4 laser, 20 ppm, USB, 5.3 kg', 20, 5300],
    ['Speed: 48 ppm\nWeight: 11.6 kg\nCopy paper 80 g', 48, 11_600],
    [{}, null, null],
    ['', null, null],
  ])('of %j', (specifications, ppm, grams) => {
    expect(measured(specifications)).toMatchObject({ ppm, grams })
  })

  it.each([
    ['Monthly volume', 'Up to 1,500 pages', 1500],
    ['Recommended monthly page volume', '750 to 4,000 pages', 4000],
    ['Monthly volume', 'Up to 15,000 labels', 15_000],
    ['Monatliches Druckvolumen', 'bis 2.500 Seiten', 2500],
    ['Volume mensuel', '3 000 pages', 3000],
    ['Pages per month', '80k', 80_000],
    ['Monthly duty cycle', '80,000 pages', 80_000],
    ['Monthly volume', 'No limit', null],
    ['Page yield', '1,500 pages', null],
  ])('are its pages a month by "%s: %s"', (fact, value, pages) => {
    expect(measured({ [fact]: value }).monthlyPages).toBe(pages)
  })

  it('are the pages that it is made for rather than the most that it survives', () => {
    const facts = { 'Monthly duty cycle': '80,000 pages', 'Recommended monthly volume': '750 to 4,000 pages' }
    expect(measured(facts).monthlyPages).toBe(4000)
  })

  it('is read from the name where no fact says it', () => {
    expect(measured({}, 'Brother HL-L5210DN A4 mono 48ppm')).toMatchObject({ ppm: 48, grams: null })
    expect(measured({ 'Print speed': '40 ppm' }, 'Mono 48ppm').ppm).toBe(40)
  })

  it('is read from the description where nothing else says it', () => {
    const described = { name: 'HL-L6400DW', specifications: {}, description: 'Mono laser, 52 ppm, 47 dB' }
    expect(measuresOf(described).ppm).toBe(52)
    expect(isQuiet(described)).toBe(true)
    expect(measuresOf({ ...described, specifications: { 'Print speed': '40 ppm' } }).ppm).toBe(40)
  })

  it('is within no limit where it is not known, unless the limit says so', () => {
    expect(isWithin(UNKNOWN, { monthlyPages: { least: 100, orUnknown: true } })).toBe(true)
    expect(isWithin({ ...UNKNOWN, monthlyPages: 99 }, { monthlyPages: { least: 100, orUnknown: true } })).toBe(false)
    expect(isWithin({ ...UNKNOWN, grams: 5000 }, { grams: { most: 5000 } })).toBe(true)
    expect(isWithin({ ...UNKNOWN, grams: 5000 }, { grams: { most: 4999 } })).toBe(false)
    expect(isWithin({ ...UNKNOWN, grams: 5000 }, { ppm: { least: 1 } })).toBe(false)
    expect(isWithin({ ...UNKNOWN, grams: 5000 }, { ppm: {} })).toBe(true)
    expect(isWithin({ ...UNKNOWN, grams: null }, {})).toBe(true)
  })

  it('is quiet only when it says so', () => {
    expect(isQuiet({ name: '', description: '', specifications: { Noise: '50 dB(A) printing, 30 dB standby' } })).toBe(
      true,
    )
    expect(isQuiet({ name: '', description: '', specifications: { Noise: '51 dB(A)' } })).toBe(false)
    expect(isQuiet({ name: '', description: '', specifications: 'Laser, 47 dB' })).toBe(true)
    expect(isQuiet({ name: '', description: '', specifications: {} })).toBe(false)
  })
})

describe('the weight that a search asks for', () => {
  it.each([
    ['printer under 10 kg', 'printer', { most: 9999 }],
    ['printer up to 10 kilograms', 'printer', { most: 10_000 }],
    ['lighter than 20 lbs', '', { most: 9071 }],
    ['scanner weighing less than 2.5 kg', 'scanner', { most: 2499 }],
    ['printer over 50 pounds', 'printer', { least: 22_680 }],
    ['printer under 400', 'printer under 400', null],
    ['copy paper 80 g', 'copy paper 80 g', null],
  ])('of "%s"', (search, text, limits) => {
    const taken = takeWeight(search)
    expect([taken.text.trim(), taken.limits]).toEqual([text, limits])
  })
})
