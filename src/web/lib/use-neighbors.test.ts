import { describe, expect, it } from 'vitest'
import { neighborsOf } from './use-neighbors.ts'

const ids = ['a', 'b', 'c']

describe('what stands beside the opened one in its list', () => {
  it('is the one before and the one after, and nothing at the ends', () => {
    expect(neighborsOf(ids, 1, 1)).toEqual({ previous: 'a', next: 'c' })
    expect(neighborsOf(ids, 0, 0)).toEqual({ previous: undefined, next: 'b' })
    expect(neighborsOf(ids, 2, 2)).toEqual({ previous: 'b', next: undefined })
    expect(neighborsOf(['a'], 0, 0)).toEqual({ previous: undefined, next: undefined })
  })

  it('is what took its place when it has left the list', () => {
    expect(neighborsOf(ids, -1, 0)).toEqual({ previous: undefined, next: 'a' })
    expect(neighborsOf(ids, -1, 2)).toEqual({ previous: 'b', next: 'c' })
    expect(neighborsOf(ids, -1, 3)).toEqual({ previous: 'c', next: undefined })
    expect(neighborsOf([], -1, 0)).toEqual({ previous: undefined, next: undefined })
  })

  it('is nothing when it was never in the list', () => {
    expect(neighborsOf(ids, -1, null)).toEqual({ previous: undefined, next: undefined })
  })
})
