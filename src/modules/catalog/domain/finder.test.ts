import { describe, expect, it } from 'vitest'
import { bestOf, needsOf, threeYearsOf, type FinderAnswers } from './finder.ts'
import { listsFor } from './finder-lists.ts'

const answers = (changes: Partial<FinderAnswers> = {}): FinderAnswers => ({
  prints: 'documents',
  pages: 50,
  color: false,
  scans: 'no',
  connection: 'any',
  paper: 'any',
  ...changes,
})
const namesOf = (changes: Partial<FinderAnswers>) => needsOf(answers(changes)).map(({ name }) => name)
const printer = (id: number, priceCents: number, blackMills: number | null, colorMills: number | null = null) => ({
  id,
  priceCents,
  costPerPage: blackMills === null && colorMills === null ? null : { blackMills, colorMills },
})

describe('what a printer must do', () => {
  it('is little for a few pages in black, and grows with the pages', () => {
    expect(namesOf({})).toEqual(['purpose', 'volume'])
    expect(namesOf({ pages: 199 })).toEqual(['purpose', 'volume'])
    expect(namesOf({ pages: 200 })).toEqual(['purpose', 'volume', 'duplex'])
    expect(namesOf({ pages: 500 })).toEqual(['purpose', 'volume', 'speed', 'duplex'])
    const speeds = (pages: number) => needsOf(answers({ pages })).find(({ name }) => name === 'speed')?.choices
    expect(speeds(1999)).toEqual({ speed: ['20-34', '35-49', '50-up'] })
    expect(speeds(2000)).toEqual({ speed: ['35-49', '50-up'] })
  })

  it('has the most important first', () => {
    expect(namesOf({ color: true, scans: 'fax', connection: 'wifi', paper: 'tabloid', pages: 3000 })).toEqual([
      'color',
      'paper',
      'purpose',
      'scans',
      'connection',
      'volume',
      'speed',
      'duplex',
    ])
  })

  it('has every answer in it, whatever is printed', () => {
    const everything = { color: true, scans: 'fax', connection: 'usb', paper: 'large', pages: 3000 } as const
    expect(namesOf({ prints: 'photos', ...everything })).toEqual(['paper', 'purpose', 'scans', 'connection', 'volume'])
    for (const prints of ['labels', 'receipts'] as const)
      expect(namesOf({ prints, ...everything })).toEqual(['color', 'paper', 'purpose', 'scans', 'connection', 'volume'])
    expect(namesOf({ paper: 'letter' })).toEqual(['purpose', 'volume'])
    expect(namesOf({ prints: 'photos', paper: 'letter' })).toEqual(['paper', 'purpose', 'volume'])
  })
})

describe('what is made for something', () => {
  const lists = (changes: Partial<FinderAnswers>, dropped: readonly string[] = []) =>
    listsFor(
      answers(changes),
      needsOf(answers(changes)).filter(({ name }) => !dropped.includes(name)),
    ).map(({ category, search, except }) => [category ?? search, ...(except?.choices ?? [])])

  it('stands in a list of its own', () => {
    expect(lists({ color: true })).toEqual([['printers', 'paper=roll', 'paper=photo', 'paper=large']])
    expect(lists({ paper: 'large' })).toEqual([['printers', 'paper=roll', 'paper=photo'], ['business-solutions']])
    expect(lists({ prints: 'photos', paper: 'tabloid' })).toEqual([['photo-printers']])
    expect(lists({ prints: 'labels' })).toEqual([['label printer']])
    expect(lists({ prints: 'receipts' })).toEqual([['receipt printer']])
  })

  it('is not alone where something else would do', () => {
    expect(lists({ paper: 'tabloid' }, ['purpose']).map(([list]) => list)).toEqual([
      'printers',
      'photo-printers',
      'business-solutions',
    ])
    expect(lists({ prints: 'photos' }, ['purpose']).map(([list]) => list)).toEqual([
      'photo-printers',
      'printers',
      'business-solutions',
    ])
  })

  it('prints on no sheets where it prints labels or receipts', () => {
    expect(lists({ prints: 'labels', paper: 'letter' })).toEqual([])
    expect(lists({ prints: 'labels', paper: 'letter' }, ['paper'])).toEqual([['label printer']])
  })
})

describe('the cost over three years', () => {
  it('is the price and 36 months of pages', () => {
    // 50 pages a month at 4.1 cents are 1,800 pages for $73.80.
    expect(threeYearsOf(printer(1, 19_900, 41), answers())).toEqual({
      parts: [{ pages: 1800, mills: 41, isColor: false }],
      totalCents: 27_280,
    })
  })

  it('counts every second page of documents in color, and every photo', () => {
    expect(threeYearsOf(printer(1, 10_000, 20, 120), answers({ color: true }))).toEqual({
      parts: [
        { pages: 900, mills: 20, isColor: false },
        { pages: 900, mills: 120, isColor: true },
      ],
      totalCents: 10_000 + 1800 + 10_800,
    })
    expect(threeYearsOf(printer(1, 10_000, null, 300), answers({ prints: 'photos', pages: 10 }))).toEqual({
      parts: [{ pages: 360, mills: 300, isColor: true }],
      totalCents: 20_800,
    })
  })

  it('takes the only page that a machine prints, and is rounded once', () => {
    expect(threeYearsOf(printer(1, 100, null, 7), answers({ pages: 1 }))?.totalCents).toBe(125)
  })

  it('is not known where one kind of page is not', () => {
    expect(threeYearsOf(printer(1, 10_000, null), answers())).toBeNull()
    expect(threeYearsOf(printer(1, 10_000, 20), answers({ color: true }))).toBeNull()
  })
})

describe('the best printers', () => {
  const ids = (found: readonly { readonly productId: number }[]) => found.map(({ productId }) => productId)
  const all = () => true

  it('are three, those that cost least over three years', () => {
    const cheapButThirsty = printer(1, 8000, 120)
    const dearButThrifty = printer(2, 40_000, 5)
    const offered = [cheapButThirsty, dearButThrifty, printer(3, 20_000, 40), printer(4, 90_000, 5)]
    expect(ids(bestOf(offered, answers({ pages: 50 }), all))).toEqual([3, 1, 2])
    expect(ids(bestOf(offered, answers({ pages: 1000 }), all))).toEqual([2, 4, 3])
  })

  it('are fewer where there are fewer, and none of none', () => {
    expect(ids(bestOf([printer(1, 100, 1)], answers(), all))).toEqual([1])
    expect(bestOf([], answers(), all)).toEqual([])
  })

  it('whose cost is not known come last, the cheapest first', () => {
    const offered = [printer(1, 9000, null), printer(2, 5000, null), printer(3, 90_000, 40)]
    expect(ids(bestOf(offered, answers(), all))).toEqual([3, 2, 1])
  })

  it('each lack something else where none does everything, as few things as can be', () => {
    const asked = answers({ color: true, connection: 'wifi', pages: 300 })
    const lacking: Readonly<Record<number, readonly string[]>> = {
      1: ['duplex'],
      2: ['duplex'],
      3: ['connection'],
      4: ['duplex', 'volume'],
      5: ['color'],
    }
    const offered = [1, 2, 3, 4, 5].map((id) => printer(id, id * 100, 1, 1))
    const found = bestOf(offered, asked, ({ id }, { name }) => lacking[id]?.includes(name) !== true)
    expect(found.map(({ productId, misses }) => [productId, misses])).toEqual([
      [1, ['duplex']],
      [3, ['connection']],
      [5, ['color']],
    ])
  })

  it('lack what matters least, whatever they cost, and say what', () => {
    const asked = answers({ color: true, connection: 'wifi', pages: 3000 })
    const lacking: Readonly<Record<number, string>> = { 1: 'color', 2: 'connection', 3: 'duplex' }
    const offered = [
      printer(1, 100, 1, 1),
      printer(2, 200, 1, 1),
      printer(3, 99_000, 50, 50),
      printer(4, 99_900, 60, 60),
    ]
    const found = bestOf(offered, asked, ({ id }, { name }) => lacking[id] !== name)
    expect(found.map(({ productId, misses }) => [productId, misses])).toEqual([
      [4, []],
      [3, ['duplex']],
      [2, ['connection']],
    ])
  })
})
