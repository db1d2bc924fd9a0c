import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { jsonArray, tagFor } from './joined-texts.ts'

const textOf = (value: unknown) => ({ json: Buffer.from(JSON.stringify(value)) })

describe('joined texts', () => {
  it.each([[[]], [[{ id: 1 }]], [[{ id: 1, name: 'Etikettendrucker für 2″' }, {}, { id: 3 }]]])(
    'of %j are the array of their values',
    (values) => expect(jsonArray(values.map(textOf)).toString()).toBe(JSON.stringify(values)),
  )
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
