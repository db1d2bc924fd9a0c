import { describe, expect, it } from 'vitest'
import { choicesIn, readIntent } from './search-intent.ts'

describe('a light thing', () => {
  it.each([
    ['light printer', 'printer'],
    ['lightweight scanner with wifi', 'scanner with wifi'],
  ])('is asked for by "%s", which leaves "%s"', (search, words) => {
    expect(readIntent(search)).toMatchObject({ weight: { most: 10_000 }, wordsBesideMeasures: words })
  })

  it.each(['light cyan ink', 'light toner', 'printer with light gray', 'lightning', 'sunlight printer'])(
    'is not meant by "%s"',
    (search) => {
      expect(readIntent(search)).toMatchObject({ weight: null, wordsBesideMeasures: search })
    },
  )

  it('weighs as much as the search says', () => {
    expect(readIntent('light printer under 5 kg').weight).toEqual({ most: 4999 })
  })
})

describe('a fast thing', () => {
  it.each([
    ['fast printer', 35],
    ['printer 50 ppm', 50],
    ['fast printer at least 50 ppm', 50],
    ['printer over 30 ppm', 31],
    ['printer', null],
  ])('of "%s" prints %s pages a minute at least', (search, leastSpeed) => {
    expect(readIntent(search)).toMatchObject({ leastSpeed })
  })
})

describe('what a search names', () => {
  it('stands before what it is for or has, unless the search begins with that', () => {
    expect(readIntent('scanner for a printer').kind).toMatchObject({ category: 'scanners' })
    expect(readIntent('for home a printer').kind).toMatchObject({ category: 'printers' })
  })

  it('need not have the word for what it works on, but what is made for paper may', () => {
    expect(readIntent('printer for photo paper').words).toBe('printer for photo ')
    expect(readIntent('ink for photo paper').words).toBe('ink for photo paper')
  })
})

it('does with larger sheets, too, but not with sheets for rolls', () => {
  expect(choicesIn('A3').paper).toEqual(['tabloid', 'large'])
  expect(choicesIn('receipt').paper).toEqual(['roll'])
})
