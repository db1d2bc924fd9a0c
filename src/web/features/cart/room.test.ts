import { describe, expect, test } from 'vitest'
import { roomNote } from './room-note.ts'
import { mostInCart, roomFor } from './room.ts'

const counted = (stockQuantity: number) => ({ stockQuantity })

describe('how many of a product can be added to the cart', () => {
  test('are those that are left and not in it yet', () => {
    expect(roomFor(counted(3), 0)).toBe(3)
    expect(roomFor(counted(3), 2)).toBe(1)
    expect(roomFor(counted(3), 3)).toBe(0)
  })

  test('are none when there are fewer by now than are in it', () => {
    expect(roomFor(counted(3), 5)).toBe(0)
  })

  test('are as many as an order may hold when more are left, or it is made to order, or that is not known', () => {
    expect(mostInCart(counted(400))).toBe(99)
    expect(mostInCart(counted(0))).toBe(99)
    expect(mostInCart({})).toBe(99)
    expect(roomFor(counted(0), 98)).toBe(1)
  })
})

describe('why no more can be chosen', () => {
  test('is said where few are left, with what is in the cart of them', () => {
    expect(roomNote(counted(3), 0, 1)).toBe('Only 3 left')
    expect(roomNote(counted(3), 1, 1)).toBe('Only 3 left; 1 in your cart')
    expect(roomNote(counted(3), 2, 1)).toBe('Only 3 left; 2 in your cart')
    expect(roomNote(counted(3), 3, 1)).toBe('Only 3 left; all in your cart')
    expect(roomNote(counted(1), 1, 1)).toBe('Only 1 left; it is in your cart')
  })

  test('is not said where more can be chosen', () => {
    expect(roomNote(counted(40), 20, 19)).toBeNull()
    expect(roomNote(counted(0), 3, 5)).toBeNull()
  })

  test('is said at the limit, of the stock or of an order', () => {
    expect(roomNote(counted(40), 20, 20)).toBe('Only 40 left; 20 in your cart')
    expect(roomNote(counted(99), 0, 99)).toBe('Only 99 left')
    expect(roomNote(counted(400), 0, 99)).toBe('At most 99 per order')
    expect(roomNote(counted(0), 99, 1)).toBe('At most 99; all in your cart')
  })
})
