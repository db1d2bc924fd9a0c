import { describe, expect, it } from 'vitest'
import { VersionedCache } from './versioned-cache.ts'

describe('what is kept for one version of the products', () => {
  it('is found until they have another version', () => {
    const cache = new VersionedCache<string, number>(100)
    cache.useFor(1)
    cache.set('laser', 7, 10)
    cache.useFor(1)
    expect(cache.get('laser')).toBe(7)
    cache.useFor(2)
    expect(cache.get('laser')).toBeUndefined()
  })

  it('is forgotten when it takes too much room, but not while somebody uses it', () => {
    const cache = new VersionedCache<string, number>(100)
    cache.useFor(1)
    cache.set('laser', 7, 60)
    cache.addSize(60)
    expect(cache.get('laser')).toBe(7)
    cache.useFor(1)
    expect(cache.get('laser')).toBeUndefined()
    cache.set('laser', 8, 60)
    cache.useFor(1)
    expect(cache.get('laser')).toBe(8)
  })
})
