import { describe, expect, it } from 'vitest'
import { fillIn, leftPlaceholders } from './placeholders.ts'

describe('a saved reply', () => {
  it('gets the values of its placeholders, each as often as it stands there', () => {
    const values = { name: 'Ada', order: '100042', reference: 'MSG-1', me: 'Pat' }
    expect(fillIn('Hello {name}, {name}: {order}, {reference}. {me}', values)).toBe(
      'Hello Ada, Ada: 100042, MSG-1. Pat',
    )
  })

  it('keeps what is not known and what is no placeholder', () => {
    expect(fillIn('{order} {price} {name}', { name: '{me}' })).toBe('{order} {price} {me}')
    expect(fillIn('{order}', { order: '' })).toBe('{order}')
  })

  it('names what is left to fill in, once', () => {
    expect(leftPlaceholders('{order} and {order}, {name}, {price}')).toEqual(['{order}', '{name}'])
    expect(leftPlaceholders('Hello')).toEqual([])
  })
})
