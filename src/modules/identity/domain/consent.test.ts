import { describe, expect, it } from 'vitest'
import { latestChoice, purposesToErase, type ConsentEntry, type Purpose } from './consent.ts'

/** A visitor's log in short: "am" allows both, "a" analytics, "m" marketing, "-" nothing; "!a" notes an erasure. */
function logOf(...entries: string[]): ConsentEntry[] {
  return entries.map((entry, index) => {
    const common = { number: index + 1, at: new Date(0) }
    const purposes = (
      [entry.includes('a') ? ['analytics'] : [], entry.includes('m') ? ['marketing'] : []] as Purpose[][]
    ).flat()
    if (entry.startsWith('!')) return { ...common, kind: 'erasure', purposes, erased: 0 }
    const choice = {
      visitorId: 'v',
      version: '1.0',
      analytics: purposes.includes('analytics'),
      marketing: purposes.includes('marketing'),
      action: 'save' as const,
    }
    return { ...common, kind: 'choice', choice }
  })
}

describe('what is to be erased', () => {
  it.each<[string[], Purpose[]]>([
    [[], []],
    [['-'], []],
    [['am'], []],
    [
      ['am', '-'],
      ['analytics', 'marketing'],
    ],
    [['am', 'a'], ['marketing']],
    [
      ['am', '-', '-', '-'],
      ['analytics', 'marketing'],
    ],
    [['am', '-', '!am'], []],
    [['am', '-', '!am', '-'], []],
    [['am', '-', '!am', 'a', '-'], ['analytics']],
    [['am', '-', '!a'], ['marketing']],
    [['am', '-', 'am'], []],
  ])('after %j is %j', (entries, purposes) => {
    expect(purposesToErase(logOf(...entries))).toEqual(purposes)
    expect(purposesToErase(logOf(...entries).toReversed())).toEqual(purposes)
  })

  it('depends on the last choice, whatever was recorded after it', () => {
    expect(latestChoice(logOf('am', '-', '!am'))).toMatchObject({ analytics: false })
    expect(latestChoice([])).toBeNull()
  })
})
