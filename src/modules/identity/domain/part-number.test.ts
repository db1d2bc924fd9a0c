import { describe, expect, it } from 'vitest'
import { partNumberIn } from './part-number.ts'

describe('a number in a search', () => {
  it.each([
    ['OKI 44574702', ['oki'], true],
    ['44574702', [], true],
    ['toner OKI 44574702 black', ['oki'], true],
    ['Tinte für Utax 611310010', ['utax'], true],
    ['DYMO 1933081', ['dymo'], true],
    // Seven digits may be a phone number of the same town: they must be like those of the catalog.
    ['dymo 2191636', ['dymo'], false],
    ['my brother 5550142', ['my', 'brother'], false],
    ['Ada Marlow 12345678', ['ada', 'marlow'], true],
  ])('may be one of a part in "%s"', (search, brandWords, mayBeByBrand) => {
    const number = /\d{7,}/.exec(search)?.[0]
    expect(partNumberIn(search)).toEqual({ number, brandWords, mayBeByBrand })
  })

  it.each([
    '4055550142',
    'hp 4055550142',
    'HP 14055550142',
    'epson 0301234567',
    '555-010-0200',
    '(405) 5550142',
    '+4930123456',
    'oki 44574702 44574703',
    '4111 1111 1111 1111',
    '4111111111111111',
    'oki 445747021234',
    'ada@example.com 44574702',
    'oki 407254',
    'm404dn',
    '',
  ])('is none of a part in "%s"', (search) => {
    expect(partNumberIn(search)).toBeNull()
  })
})
