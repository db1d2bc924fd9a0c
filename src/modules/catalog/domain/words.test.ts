import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { partsOf, searchFormsOf, slugOf, withSingleSpaces, wordsOf } from './words.ts'

describe('the words of a text', () => {
  it('ignores capitals, accents, punctuation and the plural', () => {
    expect(wordsOf('Épson  Photo-Printers, (2 pcs.)')).toEqual(['epson', 'photo', 'printer', '2', 'pcs'])
  })

  it('are the same whether another alphabet follows or not', () => {
    const typed = fc.string({ unit: fc.constantFrom(...'asSZ09 -/.~[') })
    fc.assert(
      fc.property(typed, (text) => {
        expect([...wordsOf(text), 'я']).toEqual(wordsOf(`${text} я`))
      }),
    )
  })

  it('stand one space apart where somebody typed several', () => {
    expect([' a  b ', 'a b', ''].map(withSingleSpaces)).toEqual(['a b', 'a b', ''])
  })

  it('finds no word in punctuation and pictures', () => {
    expect(wordsOf('.* [\\ 🖨️ $')).toEqual([])
  })

  it('cuts a word where letters and digits meet', () => {
    expect(partsOf('hp3301')).toEqual(['hp', '3301'])
    expect(partsOf('laser')).toEqual(['laser'])
  })

  it('knows a model number by all its forms', () => {
    expect(searchFormsOf('M404dn')).toEqual(new Set(['m404dn', '404dn', 'dn']))
  })

  it('knows the words inside a brand name and hyphenated words in one', () => {
    expect([...searchFormsOf('LaserJet Wi-Fi')]).toEqual(
      expect.arrayContaining(['laserjet', 'laser', 'jet', 'wifi', 'wi', 'fi']),
    )
  })
})

describe('the readable part of an address', () => {
  it('is lower case words with dashes, and never empty', () => {
    expect(slugOf('HP LaserJet Pro M404dn')).toBe('hp-laserjet-pro-m404dn')
    expect(slugOf('🖨️')).toBe('product')
  })
})
