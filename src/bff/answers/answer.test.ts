import { describe, expect, it } from 'vitest'
import { acceptedEncoding, makeAnswer } from './answer.ts'
import { createAnswerCache } from './answer-cache.ts'

const answerOf = (text: string, status = 200) => makeAnswer(text, { status, headers: { 'content-type': 'text/plain' } })

describe('what a caller accepts', () => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['br; q=0.0, gzip; q=0', null],
    ['identity', null],
    ['brotli', null],
    [undefined, null],
  ])('of %j is %j', (header, expected) => expect(acceptedEncoding(header)).toBe(expected))
})

describe('cached answers', () => {
  it('are read once, even by many callers at once, and found again by URL', async () => {
    const cache = createAnswerCache({ maxBytes: 1_000_000 })
    let reads = 0
    const read = async () => {
      reads += 1
      return answerOf('list')
    }
    await Promise.all(Array.from({ length: 10 }, () => cache.load('list', read, '/api/products?a=1')))
    expect(reads).toBe(1)
    expect(cache.find('/api/products?a=1')?.body.toString()).toBe('list')
    cache.clear()
    expect(cache.find('/api/products?a=1')).toBeUndefined()
  })

  it('are not cached when entries were forgotten while they were read', async () => {
    const cache = createAnswerCache({ maxBytes: 1_000_000 })
    let finish: (value: string) => void = () => {}
    const slow = new Promise<string>((resolve) => (finish = resolve))
    const early = cache.load('product 1', async () => answerOf(await slow), '/api/products/1')
    cache.forget('product 1')
    finish('old')
    expect((await early).body.toString()).toBe('old')
    expect(cache.find('/api/products/1')).toBeUndefined()
    expect((await cache.load('product 1', async () => answerOf('new'))).body.toString()).toBe('new')
  })

  it('can be forgotten one by one', async () => {
    const cache = createAnswerCache({ maxBytes: 1_000_000 })
    await cache.load('product 1', async () => answerOf('one'), '/1')
    await cache.load('product 2', async () => answerOf('two'), '/2')
    cache.forget('product 1')
    expect(cache.find('/1')).toBeUndefined()
    expect(cache.find('/2')?.body.toString()).toBe('two')
  })

  it('stay within the limit, and errors are not cached', async () => {
    const cache = createAnswerCache({ maxBytes: 100_000 })
    for (let index = 0; index < 100; index += 1)
      await cache.load(`key ${index}`, async () => answerOf('x'.repeat(10_000)), `/${index}`)
    const found = Array.from({ length: 100 }, (_, index) => cache.find(`/${index}`)).filter(
      (answer) => answer !== undefined,
    )
    expect(found.length).toBeGreaterThan(0)
    expect(found.length).toBeLessThan(10)
    await cache.load('missing', async () => answerOf('none', 404), '/missing')
    expect(cache.find('/missing')).toBeUndefined()
  })

  it('are read again after a failed read', async () => {
    const cache = createAnswerCache({ maxBytes: 100_000 })
    await expect(cache.load('key', async () => Promise.reject(new Error('down')))).rejects.toThrow('down')
    expect((await cache.load('key', async () => answerOf('up'))).body.toString()).toBe('up')
  })
})
