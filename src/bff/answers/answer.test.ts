import Fastify from 'fastify'
import { ServerResponse } from 'node:http'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { acceptedEncoding, makeAnswer, sendAnswer, type Answer } from './answer.ts'
import { createAnswerCache } from './answer-cache.ts'
import { createCheckedAnswers, type CheckedAnswers } from './checked-answers.ts'
import type { IsCurrent } from './current.ts'

const answerOf = (text: string, status = 200) => makeAnswer(text, { status, headers: { 'content-type': 'text/plain' } })

describe('what a caller accepts', () => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['br; q=0.0, gzip; q=0', null],
    ['BR ; Q=0 , GZip', 'gzip'],
    ['br;q=0, gzip, br;q=0.1', 'br'],
    ['gzip;q=0.001', 'gzip'],
    ['x-gzip, gzip-2', null],
    ['', null],
    ['identity', null],
    ['brotli', null],
    [undefined, null],
  ])('of %j is %j', (header, expected) => expect(acceptedEncoding(header)).toBe(expected))
})

describe('a compressed answer', () => {
  /** Text in which each part repeats one of half of its length before, so that a window that is too short costs bytes. */
  const textOf = (length: number) => {
    const half = Array.from({ length: length / 16 }, (_, at) => ((at * 2_654_435_761) % 2 ** 32).toString(36).padEnd(8))
    return half.join('').repeat(2).slice(0, length)
  }

  it.each([2_000, 60_000, 131_056, 131_057, 131_072, 200_000, 300_000, 4_300_000])(
    'of %i bytes is as short as with the widest window, and the same each time',
    async (length) => {
      const app = Fastify()
      const answer = answerOf(textOf(length))
      app.get('/', (request, reply) => sendAnswer(request, reply, answer))
      const ask = () => app.inject({ url: '/', headers: { 'accept-encoding': 'br' } })
      const { rawPayload, headers } = await ask()
      expect(headers['content-encoding']).toBe('br')
      expect(brotliDecompressSync(rawPayload).toString()).toBe(textOf(length))
      const params = { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_SIZE_HINT]: length }
      expect(rawPayload.length).toBeLessThanOrEqual(brotliCompressSync(textOf(length), { params }).length * 1.01)
      const again = await ask()
      expect([again.headers.etag, again.rawPayload.equals(rawPayload)]).toEqual([headers.etag, true])
    },
  )
})

describe('a long answer', () => {
  it('is sent in pieces, between which others are answered, and its length is said', async () => {
    const app = Fastify()
    const body = Buffer.alloc(20 * 1024 * 1024, 'Nettle')
    app.get('/', (request, reply) =>
      sendAnswer(request, reply, makeAnswer(body, { headers: { 'content-type': 'text/plain' } })),
    )
    const written = vi.spyOn(ServerResponse.prototype, 'write')
    let mostAtOnce = 0
    let isOver = false
    const look = () => {
      const bytes = written.mock.calls.reduce((sum, [piece]) => sum + (piece as Buffer).length, 0)
      mostAtOnce = Math.max(mostAtOnce, bytes)
      written.mockClear()
      if (!isOver) setImmediate(look)
    }
    look()
    const { headers, rawPayload } = await app.inject('/')
    isOver = true
    written.mockRestore()
    expect(headers['content-length']).toBe(String(body.length))
    expect(rawPayload.equals(body)).toBe(true)
    expect(mostAtOnce).toBeGreaterThan(0)
    expect(mostAtOnce).toBeLessThanOrEqual(4 * 1024 * 1024)
  })
})

describe('what a caller has already', () => {
  const text = 'x'.repeat(2_000)
  const ask = (answer: Answer, headers: Record<string, string>) => {
    const app = Fastify()
    app.get('/', (request, reply) => sendAnswer(request, reply, answer))
    return app.inject({ url: '/', headers })
  }

  it('is not sent again, and in another encoding it is something else', async () => {
    const answer = answerOf(text)
    const encodings = ['br', 'gzip', 'identity']
    const etags = await Promise.all(
      encodings.map(async (encoding) => (await ask(answer, { 'accept-encoding': encoding })).headers.etag ?? ''),
    )
    expect(new Set(etags).size).toBe(3)
    for (const encoding of encodings) {
      const statuses = etags.map(
        async (etag) => (await ask(answer, { 'accept-encoding': encoding, 'if-none-match': etag })).statusCode,
      )
      expect(await Promise.all(statuses)).toEqual(encodings.map((each) => (each === encoding ? 304 : 200)))
    }
  })

  it('is no page that is missing: that it is, is said again', async () => {
    const missing = answerOf(text, 404)
    expect((await ask(missing, {})).headers).not.toHaveProperty('etag')
    for (const known of [`"${missing.tag}"`, '*']) {
      const again = await ask(missing, { 'if-none-match': known })
      expect([again.statusCode, again.body]).toEqual([404, text])
    }
  })
})

describe('an answer whose compression takes too long', () => {
  it('is refused without any header of the answer that did not come', async () => {
    const app = Fastify()
    let compressed = (_bytes: Buffer): void => {}
    const answer = makeAnswer('x'.repeat(2000), { headers: { 'content-type': 'text/plain', 'x-total-count': '9' } })
    answer.compressed = new Map([['br', new Promise((resolve) => (compressed = resolve))]])
    app.get('/', (request, reply) => {
      sendAnswer(request, reply, answer)
      reply.code(503).send('too late')
      compressed(Buffer.from('too late as well'))
      return reply
    })
    const { statusCode, body, headers } = await app.inject({ url: '/', headers: { 'accept-encoding': 'br' } })
    expect([statusCode, body]).toEqual([503, 'too late'])
    for (const name of ['content-encoding', 'etag', 'vary', 'x-total-count']) expect(headers).not.toHaveProperty(name)
    await app.close()
  })
})

describe('an answer that could not be compressed', () => {
  it('is an error without an encoding, and is compressed the next time', async () => {
    const app = Fastify()
    const text = 'x'.repeat(2_000)
    const answer = answerOf(text)
    app.get('/', (request, reply) => sendAnswer(request, reply, answer))
    const ask = () => app.inject({ url: '/', headers: { 'accept-encoding': 'br' } })
    const { body } = answer
    Object.assign(answer, { body: { length: body.length } })
    const failed = await ask()
    expect([failed.statusCode, failed.headers['content-encoding']]).toEqual([500, undefined])
    Object.assign(answer, { body })
    const { statusCode, rawPayload } = await ask()
    expect([statusCode, brotliDecompressSync(rawPayload).toString()]).toEqual([200, text])
  })
})

describe('cached answers', () => {
  it('are read once, even by many callers at once', async () => {
    const cache = createAnswerCache({ maxBytes: 1_000_000 })
    let reads = 0
    const read = async () => {
      reads += 1
      return answerOf('list')
    }
    await Promise.all(Array.from({ length: 10 }, () => cache.load('list', read)))
    await cache.load('list', read)
    expect(reads).toBe(1)
  })

  it('stay within the limit, and errors are not cached', async () => {
    const cache = createAnswerCache({ maxBytes: 100_000 })
    let reads = 0
    const load = (key: string, status = 200) =>
      cache.load(key, async () => {
        reads += 1
        return answerOf('x'.repeat(10_000), status)
      })
    for (let index = 0; index < 100; index += 1) await load(`key ${index}`)
    for (let index = 0; index < 100; index += 1) await load(`key ${99 - index}`)
    expect(reads).toBeGreaterThan(190)
    expect(reads).toBeLessThan(200)
    await load('missing', 404)
    reads = 0
    await load('missing', 404)
    expect(reads).toBe(1)
  })

  it('are read again after a failed read', async () => {
    const cache = createAnswerCache({ maxBytes: 100_000 })
    await expect(cache.load('key', async () => Promise.reject(new Error('down')))).rejects.toThrow('down')
    expect((await cache.load('key', async () => answerOf('up'))).body.toString()).toBe('up')
  })
})

describe('checked answers', () => {
  /** As when the URL is asked for twice. */
  function keepTwice(cache: CheckedAnswers, url: string, answer: Answer, isCurrent: IsCurrent) {
    cache.keep(url, answer, isCurrent)
    cache.keep(url, answer, isCurrent)
  }

  it('are kept from the second time on that they are asked for, also after thousands of others', () => {
    const cache = createCheckedAnswers({ maxBytes: 100_000 })
    const isKept = () => {
      cache.keep('/a', answerOf('a'), () => true)
      return cache.find('/a') !== undefined
    }
    expect(isKept()).toBe(false)
    for (let index = 0; index < 1500; index += 1) cache.keep(`/${index}`, answerOf('once'), () => true)
    expect(isKept()).toBe(true)
    expect(cache.find('/7')).toBeUndefined()
  })

  it('hold no memory but their own, and share their compressed forms with the answer that was sent first', () => {
    const cache = createCheckedAnswers({ maxBytes: 100_000 })
    const file = Buffer.alloc(4 * 1024 * 1024, 'x')
    const answer = makeAnswer(file.subarray(1000, 3000), { headers: { 'content-type': 'text/plain' } })
    keepTwice(cache, '/a', answer, () => true)
    const kept = cache.find('/a')
    expect(kept?.body.equals(answer.body)).toBe(true)
    expect(kept?.body.buffer.byteLength).toBe(2000)
    expect(kept?.compressed).toBe(answer.compressed)
    expect(kept?.compressed).not.toBeNull()
  })

  it('are kept at once again when they were found out of date', () => {
    const cache = createCheckedAnswers({ maxBytes: 100_000 })
    let isCurrent = true
    keepTwice(cache, '/a', answerOf('old'), () => isCurrent)
    for (let index = 0; index < 9000; index += 1) cache.keep(`/${index}`, answerOf('once'), () => true)
    isCurrent = false
    expect(cache.find('/a')).toBeUndefined()
    cache.keep('/a', answerOf('new'), () => true)
    expect(cache.find('/a')?.body.toString()).toBe('new')
  })

  it('are found until something changes that they were made from', () => {
    const cache = createCheckedAnswers({ maxBytes: 100_000 })
    let isCurrent = true
    keepTwice(cache, '/a', answerOf('a'), () => isCurrent)
    keepTwice(cache, '/b', answerOf('b'), () => true)
    expect(cache.find('/a')?.body.toString()).toBe('a')
    isCurrent = false
    expect(cache.find('/a')).toBeUndefined()
    isCurrent = true
    expect(cache.find('/a')).toBeUndefined()
    expect(cache.find('/b')?.body.toString()).toBe('b')
  })

  it('are not kept when something changed while they were made, when they are errors, or under an endless URL', () => {
    const cache = createCheckedAnswers({ maxBytes: 100_000 })
    const long = `/${'a'.repeat(600)}`
    keepTwice(cache, '/changed', answerOf('old'), () => false)
    keepTwice(cache, '/missing', answerOf('none', 404), () => true)
    keepTwice(cache, long, answerOf('long'), () => true)
    expect(['/changed', '/missing', long].map((url) => cache.find(url))).toEqual([undefined, undefined, undefined])
  })

  /** Asks for a URL as a route does, and says whether the answer was there. */
  function ask(cache: CheckedAnswers, url: string): boolean {
    const isFound = cache.find(url) !== undefined
    if (!isFound) cache.keep(url, answerOf('x'.repeat(10_000)), () => true)
    return isFound
  }

  it('are found though more are asked for in turn than there is room for', () => {
    const cache = createCheckedAnswers({ maxBytes: 500_000 })
    let found = 0
    for (let turn = 0; turn < 20; turn += 1)
      for (let index = 0; index < 60; index += 1) if (ask(cache, `/${index}`)) found += 1
    // There is room for 33 of the 60.
    expect(found / (20 * 60)).toBeGreaterThan(0.3)
  })

  it('come back at once when they were out of date, also where there is no room', () => {
    const cache = createCheckedAnswers({ maxBytes: 100_000 })
    let isCurrent = true
    keepTwice(cache, '/hot', answerOf('x'.repeat(10_000)), () => isCurrent)
    for (let index = 0; index < 30; index += 1) {
      keepTwice(cache, `/${index}`, answerOf('x'.repeat(10_000)), () => true)
      cache.find('/hot')
    }
    isCurrent = false
    expect(cache.find('/hot')).toBeUndefined()
    cache.keep('/hot', answerOf('x'.repeat(30_000)), () => true)
    expect(cache.find('/hot')).toBeDefined()
  })

  it('make room for what is asked for now', () => {
    const cache = createCheckedAnswers({ maxBytes: 500_000 })
    const askAll = (from: number) =>
      Array.from({ length: 30 }, (_, index) => ask(cache, `/${from + index}`)).every(Boolean)
    for (let turn = 0; turn < 20; turn += 1) askAll(0)
    expect(askAll(0)).toBe(true)
    for (let turn = 0; turn < 40; turn += 1) askAll(100)
    expect(askAll(100)).toBe(true)
  })

  it('stay within the limit, the least recently used going first', () => {
    const cache = createCheckedAnswers({ maxBytes: 100_000 })
    for (let index = 0; index < 100; index += 1) {
      keepTwice(cache, `/${index}`, answerOf('x'.repeat(10_000)), () => true)
      cache.find('/0')
    }
    const found = Array.from({ length: 100 }, (_, index) => index).filter((index) => cache.find(`/${index}`))
    expect(found).toContain(0)
    expect(found.length).toBeGreaterThan(2)
    expect(found.length).toBeLessThan(10)
  })
})
