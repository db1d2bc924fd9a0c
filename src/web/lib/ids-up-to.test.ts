import { describe, expect, it } from 'vitest'
import { idsUpTo } from './ids-up-to.ts'

const ids = [5, 4, 3, 2, 1]

describe('ticking with the Shift key', () => {
  it('means all from the last one to this one, upward and downward', () => {
    expect(idsUpTo(2, 4, ids)).toEqual([4, 3, 2])
    expect(idsUpTo(4, 2, ids)).toEqual([4, 3, 2])
    expect(idsUpTo(5, 1, ids)).toEqual(ids)
    expect(idsUpTo(3, 3, ids)).toEqual([3])
  })

  it('means this one alone where the last one is not in view, or none was', () => {
    expect(idsUpTo(3, null, ids)).toEqual([3])
    expect(idsUpTo(3, 9, ids)).toEqual([3])
  })
})
