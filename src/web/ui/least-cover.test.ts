import { describe, expect, it } from 'vitest'
import { leastCover, type Box, type InTheWay } from './least-cover.ts'

const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})
const control = (...sizes: Parameters<typeof box>): InTheWay => ({ box: box(...sizes), weight: 1 })
/** A window of 800 × 600: first at the right of its foot, else at the left. */
const PLACES = [
  { box: box(500, 500, 300, 100), farthest: -40 },
  { box: box(0, 500, 300, 100), farthest: -40 },
] as const

describe('where a layer hides least', () => {
  it('is its first place when nothing is in the way', () => {
    expect(leastCover(PLACES, [])).toEqual({ place: 0, moved: 0 })
    expect(leastCover(PLACES, [control(350, 520, 100, 44), control(500, 0, 300, 44)])).toEqual({ place: 0, moved: 0 })
  })

  it('is the other place when a control is only in the way of the first', () => {
    expect(leastCover(PLACES, [control(600, 540, 100, 20)])).toEqual({ place: 1, moved: 0 })
  })

  it('is a little higher when that sets a control free', () => {
    const row = [control(600, 580, 100, 20), control(100, 540, 100, 20)]
    expect(leastCover(PLACES, row)).toEqual({ place: 0, moved: -20 })
  })

  it('rather hides a control than leaves a strip of it that nobody can press', () => {
    // 14 pixels above the layer are left of the one, and 20 of the other.
    const cards = [control(520, 486, 44, 44), control(20, 480, 44, 44)]
    expect(leastCover(PLACES, cards)).toEqual({ place: 0, moved: -16 })
  })

  it('is higher still where a whole row of controls would be hidden, but not for one of them', () => {
    const far = PLACES.map((place) => ({ ...place, farthest: -400 }))
    const row = [0, 100, 200, 500, 600, 700].map((left) => control(left, 480, 90, 120))
    expect(leastCover(far, row)).toEqual({ place: 0, moved: -120 })
    expect(leastCover(far, [control(0, 120, 300, 480), control(500, 120, 300, 480)])).toEqual({ place: 0, moved: 0 })
  })

  it('rather cuts a control that stays large enough than hides it', () => {
    const wide = [control(400, 500, 300, 100), control(0, 500, 300, 100)]
    expect(leastCover(PLACES, wide)).toEqual({ place: 0, moved: 0 })
  })

  it('is beside what counts more, whatever else it hides', () => {
    const alert = { box: box(500, 400, 300, 180), weight: 100 }
    expect(leastCover(PLACES, [alert, control(0, 540, 100, 20), control(150, 540, 100, 20)])).toEqual({
      place: 1,
      moved: 0,
    })
  })
})
