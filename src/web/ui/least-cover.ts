export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** A place where a layer may stand, and how far it may move from there, in pixels: up is negative. */
export interface Place {
  readonly box: Box
  readonly farthest: number
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
/** One that keeps enough can be pressed, but is half to be read. */
const CUT = 0.5
const STEP = 4
/** As bad as to hide a control is to stand so far from where such a layer is looked for. */
const FAR = 300

/**
 * Where a layer hides least: the place and by how many pixels it moves from there. It rather hides a control than to
 * stand far from its place; of equals the first place and the smallest move count.
 */
export function leastCover(
  places: readonly Place[],
  things: readonly InTheWay[],
): { readonly place: number; readonly moved: number } {
  let best = { place: 0, moved: 0 }
  let least = Infinity
  for (const [place, { box, farthest }] of places.entries())
    for (let distance = 0; distance <= Math.abs(farthest); distance += STEP) {
      const moved = farthest < 0 ? 0 - distance : distance
      const at = { ...box, top: box.top + moved, bottom: box.bottom + moved }
      let cost = distance / FAR
      for (const thing of things) if (cost < least) cost += thing.weight * coverOf(thing.box, at)
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
  if (left <= 0) return 1
  return left < LEAST_TARGET ? SQUEEZED : CUT
}
