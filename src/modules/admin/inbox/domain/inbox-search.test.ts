import { describe, expect, it } from 'vitest'
import { searchTermsOf } from '#platform/text/search-words'
import { searchKeysOf } from './inbox-search.ts'

const message = (text: string) => ({
  reference: 'MSG-7K3M9QXA',
  from: 'Zoë O’Brien',
  email: 'zoe@example.com',
  subject: 'Streaks, again!',
  fields: [{ label: 'Message', value: text }],
})

const matchesTerms = (keys: readonly string[], terms: readonly string[]) =>
  terms.every((term) => keys.some((key) => key.startsWith(term)))

describe('the words by which a message is found', () => {
  it('are those of reference, sender, address, subject and text, without case and accents', () => {
    const keys = searchKeysOf(message('Order #100042 (HP-M404).'))
    for (const found of ['msg-7k3m', 'ZOE brien', 'zoe@example', 'streaks again', '100042', 'hp-m404'])
      expect(matchesTerms(keys, searchTermsOf(found))).toBe(true)
    expect(matchesTerms(keys, searchTermsOf('zoe somebody'))).toBe(false)
  })

  it('are bounded, however long the text is', () => {
    const words = Array.from({ length: 2000 }, (_, index) => `word${index}`)
    const keys = searchKeysOf(message(`${'x'.repeat(4000)} ${words.join(' ')}`))
    expect(keys).toHaveLength(400)
    expect(Math.max(...keys.map(({ length }) => length))).toBe(40)
    expect(searchTermsOf(words.join(' '))).toHaveLength(8)
    expect(matchesTerms(keys, searchTermsOf('x'.repeat(100)))).toBe(true)
  })

  it('are none for signs alone', () => {
    expect(searchTermsOf(' -- . $ { } ')).toEqual([])
  })
})
