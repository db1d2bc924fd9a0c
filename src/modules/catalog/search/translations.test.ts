import { describe, expect, it } from 'vitest'
import { inEnglish } from './translations.ts'

describe('a word of another language', () => {
  it.each([
    ['drucker', ['printer']],
    ['imprimante', ['printer']],
    ['farblaser', ['color', 'laser']],
    ['farblaserdrucker', ['color', 'laser', 'printer']],
    ['tintenstrahldrucker', ['inkjet', 'printer']],
    ['etikettendrucker', ['label', 'printer']],
    ['multifunktionsdrucker', ['multifunction', 'printer']],
    ['multifunktionsgerat', ['multifunction']],
    ['schwarzweißlaser', ['monochrome', 'laser']],
    ['schwarzweisslaser', ['monochrome', 'laser']],
    ['versandetiketten', ['shipping', 'label']],
    ['bondrucker', ['receipt', 'printer']],
    ['schwarzer', ['black']],
    ['kabelloser', ['cordless']],
  ])('%s is read as English', (word, english) => {
    expect(inEnglish(word)).toEqual(english)
  })

  it.each([
    'printer',
    'laserjet',
    'scanner',
    'filmmaker',
    'bon',
    'farbx',
    'xlaserdrucker',
    'mfc',
    'l3770cdw',
    '44574702',
    '',
  ])('%s stays as it is', (word) => {
    expect(inEnglish(word)).toEqual([word])
  })

  it('is tried at each place once, however long it is', () => {
    expect(inEnglish('laser'.repeat(7) + 'x')).toHaveLength(1)
    expect(inEnglish('laser'.repeat(100))).toHaveLength(1)
  })
})
