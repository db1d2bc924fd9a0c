import { describe, expect, it } from 'vitest'
import {
  addPictures,
  choosePicture,
  everyPicture,
  movePicture,
  placePicture,
  readImageAddress,
  removePicture,
} from './image-list.ts'

const none = { images: [], image: '' }
const three = { images: ['a', 'b', 'c'], image: 'b' }

describe('the pictures of a product', () => {
  it('makes the first one the main one when there is none, and leaves it so', () => {
    const one = addPictures(none, ['a', 'b'])
    expect(one).toEqual({ images: ['a', 'b'], image: 'a' })
    expect(addPictures(one, ['c']).image).toBe('a')
  })

  it.each([
    ['a', 'c', ['b', 'c', 'a']],
    ['c', 'a', ['c', 'a', 'b']],
    ['b', 'a', ['b', 'a', 'c']],
    ['a', 'a', ['a', 'b', 'c']],
    ['x', 'a', ['a', 'b', 'c']],
    ['a', 'x', ['a', 'b', 'c']],
  ])('puts %s where %s is, and leaves the main one', (moved, target, images) => {
    expect(placePicture(three, moved, target)).toEqual({ images, image: 'b' })
  })

  it('holds each picture once', () => {
    expect(addPictures(three, ['c', 'd', 'd']).images).toEqual(['a', 'b', 'c', 'd'])
  })

  it('shows a main picture that is not in the list, and keeps it when another is chosen', () => {
    const old = { images: ['b'], image: 'a' }
    expect(everyPicture(old)).toEqual(['a', 'b'])
    expect(choosePicture(old, 'b')).toEqual({ images: ['a', 'b'], image: 'b' })
  })

  it('makes the next one the main one when the main one goes', () => {
    expect(removePicture(three, 'b')).toEqual({ images: ['a', 'c'], image: 'a' })
    expect(removePicture(three, 'a').image).toBe('b')
    expect(removePicture({ images: ['a'], image: 'a' }, 'a')).toEqual(none)
  })

  it('moves a picture by one place, and not over the ends', () => {
    expect(movePicture(three, 'a', 1).images).toEqual(['b', 'a', 'c'])
    expect(movePicture(three, 'c', -1).images).toEqual(['a', 'c', 'b'])
    expect(movePicture(three, 'a', -1).images).toEqual(['a', 'b', 'c'])
    expect(movePicture(three, 'c', 1)).toEqual(three)
  })

  it.each(['https://cdn.example.com/p.png', ' http://example.com/a?b=c '])('takes the address %s', (typed) => {
    expect(readImageAddress(typed)).toBe(typed.trim())
  })

  it.each([
    'javascript:alert(1)',
    'data:image/png;base64,AA',
    '//example.com/a.png',
    'example.com/a.png',
    'https://',
    'http://a b',
    '',
  ])('refuses the address %s', (typed) => {
    expect(readImageAddress(typed)).toBeNull()
  })
})
