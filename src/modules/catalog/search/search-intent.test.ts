import { describe, expect, it } from 'vitest'
import { readIntent } from './search-intent.ts'

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
