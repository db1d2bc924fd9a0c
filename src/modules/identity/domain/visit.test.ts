import { describe, expect, it } from 'vitest'
import { bareTerm, looksPersonal, normalizedTerm } from './visit.ts'

describe('a search', () => {
  it.each([
    'ada@example.com',
    'mail to ada@b.co',
    '555-010-0200',
    '(555) 010 0200',
    '4111 1111 1111 1111',
    '5550100',
    'call 555-0100 now',
    '555 0100',
    '(555)0100',
    '100023',
    '#100023',
    'order 100023',
    'Bestellung Nr. 104711',
    'RMA-100001',
  ])('for "%s" looks like somebody and is not recorded', (term) => {
    expect(looksPersonal(term)).toBe(true)
  })

  it.each([
    'hp 9015e',
    'DS-2208',
    'et 2800 2850',
    '8.5 x 11',
    'toner @ home',
    'm404dn 2026',
    'S0722400',
    '3007207-T',
    'TN-2420',
    'C13T00S14A',
    '106R03480',
    'ricoh 407254',
    '407254',
    'order more 12345 ink',
    'inventory 4400',
    '1200x1200 4800',
  ])('for "%s" is a search', (term) => {
    expect(looksPersonal(term)).toBe(false)
  })

  it('is the same however it is spaced and written', () => {
    expect(normalizedTerm('  Epson \t ET-2800 ')).toBe('epson et-2800')
  })
})

describe('what staff see of a search', () => {
  it.each([
    ['  Epson   ET-2800 ', 'epson et 2800'],
    ['Brother "HL-L2350DW"', 'brother hl l2350dw'],
    ['Größe A3', 'größe a3'],
    ['802.11 ac', '802 11 ac'],
  ])('is the letters and digits of "%s"', (term, bare) => {
    expect(bareTerm(term)).toBe(bare)
  })

  it.each([
    '',
    '!!!',
    'ada@example.com',
    'call 555 0100',
    'http://evil.example',
    'www evil',
    'evil.example',
    'a\\b',
    'one two three four five six',
    'x'.repeat(41),
  ])('is nothing of "%s"', (term) => {
    expect(bareTerm(term)).toBeNull()
  })
})
