import { describe, expect, it } from 'vitest'
import { nestsDeeper } from './json-depth.ts'
import { patient } from '../../testing/patience.ts'

describe('the depth of a body', () => {
  it('counts objects and lists', () => {
    expect(nestsDeeper('[[{"a":[1]}]]', 4)).toBe(false)
    expect(nestsDeeper('[[{"a":[1]}]]', 3)).toBe(true)
    expect(nestsDeeper('[1],[2],[3]', 1)).toBe(false)
  })

  it('does not count what stands in a text', () => {
    expect(nestsDeeper(String.raw`{"a":"[[[[\"[[[["}`, 1)).toBe(false)
    expect(nestsDeeper(String.raw`{"a":"\\","b":[[1]]}`, 2)).toBe(true)
  })

  it('is quick with a bomb', () => {
    const started = performance.now()
    expect(nestsDeeper('['.repeat(1_000_000), 32)).toBe(true)
    expect(nestsDeeper(`"${'['.repeat(1_000_000)}"`, 32)).toBe(false)
    expect(performance.now() - started).toBeLessThan(patient(200))
  })
})
