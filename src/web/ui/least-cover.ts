export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** A place where a layer may stand, and how far it may move from there: up is negative. */
export interface Place {
  readonly box: Box
  readonly step: 4 | -4
}

/** What a layer should not hide. */
export interface InTheWay {
  readonly box: Box
  /** How bad it is to hide it: a control counts 1. */
  readonly weight: number
}

/** A control must keep this much to be pressed (WCAG 2.2, 2.5.8), in pixels. */
const LEAST_TARGET = 24
/** One that keeps less is harder to press than one that is hidden altogether, which nobody tries. */
const SQUEEZED = 10
const STEPS = 10

/**
 * Where a layer hides least: the place and by how many pixels it moves from there. Of equals the first place and the
 * smallest move count.
 */
export function leastCover(
  places: readonly Place[],
  things: readonly InTheWay[],
): { readonly place: number; readonly moved: number } {
  let best = { place: 0, moved: 0 }
  let least = Infinity
  for (const [place, { box, step }] of places.entries())
    for (let count = 0; count <= STEPS; count++) {
      const moved = count === 0 ? 0 : count * step
      const at = { ...box, top: box.top + moved, bottom: box.bottom + moved }
      let cost = 0
      for (const thing of things) cost += thing.weight * coverOf(thing.box, at)
      if (cost >= least) continue
      least = cost
      best = { place, moved }
    }
  return best
}

function coverOf(box: Box, layer: Box): number {
  const width = Math.min(box.right, layer.right) - Math.max(box.left, layer.left)
  const height = Math.min(box.bottom, layer.bottom) - Math.max(box.top, layer.top)
  if (width <= 0 || height <= 0) return 0
  const left = Math.max(box.right - box.left - width, box.bottom - box.top - height)
  return left > 0 && left < LEAST_TARGET ? SQUEEZED : 1
}
