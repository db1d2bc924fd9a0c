import { describe, expect, it } from 'vitest'
import { aProduct } from '../../testing/product-builder.ts'
import { searchWordsOf } from './search-words.ts'
import { correctionOf } from './stored-words.ts'

const words = searchWordsOf(aProduct({ id: 7, name: 'Grey Heron' }))
const changedAt = new Date(1000)

describe('the words that are stored with a product', () => {
  it('stay where they are what its fields say, whatever else is stored with it', () => {
    expect(correctionOf({ _id: 7, changedAt, ...words }, words)).toBeNull()
  })

  it.each(Object.keys(words))('are written when it has no %s yet', (field) => {
    const stored = { _id: 7, changedAt, ...words, [field]: undefined }
    expect(correctionOf(stored, words)?.updateOne.update.$set).toBe(words)
  })

  it('are written when one of them stands at another place, where its weight would be that of another word', () => {
    const searchWords = words.searchWords.toReversed()
    expect(correctionOf({ _id: 7, changedAt, ...words, searchWords }, words)).not.toBeNull()
  })

  it('are written to the product as it was read, and not to one that changed since', () => {
    expect(correctionOf({ _id: 7, changedAt }, words)?.updateOne.filter).toEqual({ _id: 7, changedAt })
  })

  it('are written to a product of a version that did not note when it changed', () => {
    const stored = { _id: 7, changedAt: undefined as never }
    expect(correctionOf(stored, words)?.updateOne.filter).toEqual({ _id: 7 })
  })
})
