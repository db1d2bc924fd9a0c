import { describe, expect, it } from 'vitest'
import { parseSeen, withSeen } from './recently-seen.ts'

describe('recently seen products', () => {
  it('have the newest first and each once', () => {
    expect(withSeen([3, 2, 1], 2)).toEqual([2, 3, 1])
    expect(withSeen([], 5)).toEqual([5])
  })

  it('are at most twelve', () => {
    const seen = Array.from({ length: 12 }, (_, index) => index + 1)
    expect(withSeen(seen, 99)).toEqual([99, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  })

  it.each([null, '', 'no json', '{"ids":[1]}', '["1",0,-4,1.5,null]'])('are none when storage held %s', (text) => {
    expect(parseSeen(text)).toEqual([])
  })

  it('keep what is sound of what storage held', () => {
    expect(parseSeen('[4,"x",4,7]')).toEqual([4, 7])
  })
})
