import { expect, it } from 'vitest'
import { codeExpiryOf } from './letter-code.ts'

it('the code of a letter counts all of the day that the letter names, by the clock of the shop', () => {
  const lastMoment = '2026-12-23T05:59:59.999Z'
  for (const written of ['2026-11-22T06:00:00Z', '2026-11-22T15:00:00Z', '2026-11-23T05:59:59Z'])
    expect(codeExpiryOf(new Date(written)).toISOString()).toBe(lastMoment)
})
