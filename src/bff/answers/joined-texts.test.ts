import { hash } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { jsonArray, tagFor } from './joined-texts.ts'

const textOf = (value: unknown) => ({ json: Buffer.from(JSON.stringify(value)) })

describe('joined texts', () => {
  it.each([[[]], [[{ id: 1 }]], [[{ id: 1, name: 'Etikettendrucker für 2″' }, {}, { id: 3 }]]])(
    'of %j are the array of their values',
    async (values) => expect((await jsonArray(values.map(textOf))).toString()).toBe(JSON.stringify(values)),
  )

  it('are copied in pieces where they are long, and others are answered in between', async () => {
    const values = Array.from({ length: 48 }, (_, i) => ({ id: i, text: String(i % 10).repeat(250_000) }))
    const copied = vi.spyOn(Uint8Array.prototype, 'set')
    let mostAtOnce = 0
    let isOver = false
    const look = () => {
      mostAtOnce = Math.max(mostAtOnce, copied.mock.calls.length)
      copied.mockClear()
      if (!isOver) setImmediate(look)
    }
    const texts = values.map(textOf)
    const joined = jsonArray(texts)
    look()
    const bytes = (await joined).toString()
    isOver = true
    copied.mockRestore()
    expect(bytes).toBe(JSON.stringify(values))
    expect(mostAtOnce).toBeGreaterThan(1)
    expect(mostAtOnce).toBeLessThan(20)
  })
})

describe('the tag of texts', () => {
  const hashed = (n: number) => ({ hash: hash('sha256', String(n), 'buffer').readUIntBE(0, 6) })

  it('is the same for the same texts, and another one for every other choice and order of them', () => {
    const [one, two, three] = [hashed(1), hashed(2), hashed(3)]
    const lists = [[], [one], [two], [three], [one, two], [two, one], [one, two, three], [one, one], [one, one, one]]
    expect(new Set(lists.map(tagFor)).size).toBe(lists.length)
    expect(lists.map(tagFor)).toEqual(lists.map((list) => tagFor(list.map((text) => ({ ...text })))))
  })

  it('is another one for each of ten thousand versions of one product in a list', () => {
    const others = Array.from({ length: 23 }, (_, i) => hashed(i))
    const tags = Array.from({ length: 10_000 }, (_, version) => tagFor([...others, hashed(1000 + version)]))
    expect(new Set(tags).size).toBe(tags.length)
  })

  it('changes with the highest and the lowest bit of a hash', () => {
    const tags = [0, 1, 2 ** 31, 2 ** 32, 2 ** 47].map((bits) => tagFor([{ hash: bits }]))
    expect(new Set(tags).size).toBe(tags.length)
  })
})
