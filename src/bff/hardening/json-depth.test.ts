import { describe, expect, it } from 'vitest'
import { isDeeperThan } from './json-depth.ts'
import { patient } from '../../testing/patience.ts'

describe('the depth of a body', () => {
  it('counts objects and lists', () => {
    expect(isDeeperThan('[[{"a":[1]}]]', 4)).toBe(false)
    expect(isDeeperThan('[[{"a":[1]}]]', 3)).toBe(true)
    expect(isDeeperThan('[1],[2],[3]', 1)).toBe(false)
  })

  it('does not count brackets in strings', () => {
    expect(isDeeperThan(String.raw`{"a":"[[[[\"[[[["}`, 1)).toBe(false)
    expect(isDeeperThan(String.raw`{"a":"\\","b":[[1]]}`, 2)).toBe(true)
  })

  it('is fast for a deeply nested text', () => {
    const started = performance.now()
    expect(isDeeperThan('['.repeat(1_000_000), 32)).toBe(true)
    expect(isDeeperThan(`"${'['.repeat(1_000_000)}"`, 32)).toBe(false)
    expect(performance.now() - started).toBeLessThan(patient(200))
  })
})
