import { describe, expect, it, vi } from 'vitest'
import { perFact, perText } from './known-texts.ts'

describe('known texts', () => {
  it('are read once', () => {
    const read = vi.fn((text: string) => text.length)
    const lengthOf = perText(read)
    expect(['Wi-Fi', 'USB', 'Wi-Fi'].map(lengthOf)).toEqual([5, 3, 5])
    expect(read).toHaveBeenCalledTimes(2)
  })

  it('are told apart by their names when they are facts', () => {
    const read = vi.fn((name: string, value: string) => `${name}: ${value}`)
    const factOf = perFact(read)
    const facts = [
      ['Duplex', 'Yes'],
      ['Fax', 'Yes'],
      ['Fax', 'No'],
      ['Fax', 'Yes'],
    ] as const
    expect(facts.map(([name, value]) => factOf(name, value))).toEqual([
      'Duplex: Yes',
      'Fax: Yes',
      'Fax: No',
      'Fax: Yes',
    ])
    expect(read).toHaveBeenCalledTimes(3)
  })

  it('are forgotten when they are too many, and read again', () => {
    const readText = vi.fn((text: string) => text)
    const readFact = vi.fn((name: string, value: string) => name + value)
    const [textOf, factOf] = [perText(readText), perFact(readFact)]
    for (let i = 0; i <= 5000; i++) {
      textOf(String(i))
      factOf(String(i % 10), String(i))
    }
    expect([textOf('0'), factOf('0', '0')]).toEqual(['0', '00'])
    expect([readText, readFact].map((read) => read.mock.calls.length)).toEqual([5002, 5002])
  })
})
