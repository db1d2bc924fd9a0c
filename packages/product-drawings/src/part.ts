import type { Scene } from './scene.ts'
import { Pen, type Surface } from './pen.ts'
import type { Point2, Point3 } from './space.ts'
import { add, scale, subtract, unit } from './space.ts'

export type Side = 'front' | 'back' | 'left' | 'right' | 'top' | 'bottom'

export type Artwork = (pen: Pen) => void

export interface Box {
  readonly low: Point3
  readonly high: Point3
}

/** One part of a model, with what is drawn on its surfaces. */
export class Part {
  readonly #artwork: { readonly surface: Surface; readonly facing: Point3; readonly draw: Artwork }[] = []

  readonly low: Point3
  readonly high: Point3
  readonly #paint: (scene: Scene) => void
  readonly #outlines: readonly (readonly Point3[])[]

  /** `outlines` are the corners of the bodies in it, which are fitted into the frame and throw a shadow. */
  constructor(low: Point3, high: Point3, paint: (scene: Scene) => void, outlines: readonly (readonly Point3[])[] = []) {
    this.low = low
    this.high = high
    this.#paint = paint
    this.#outlines = outlines
  }

  get outlines(): readonly (readonly Point3[])[] {
    return this.#outlines
  }

  /** Draws on a side of the part's bounding box; (0, 0) is the side's upper left corner as seen from outside. */
  on(side: Side, draw: Artwork): this {
    const [x0, y0, z0] = this.low
    const [x1, y1, z1] = this.high
    const sides: Record<Side, [Point3, Point3, Point3]> = {
      front: [
        [x0, y1, z1],
        [1, 0, 0],
        [0, -1, 0],
      ],
      back: [
        [x1, y1, z0],
        [-1, 0, 0],
        [0, -1, 0],
      ],
      left: [
        [x0, y1, z0],
        [0, 0, 1],
        [0, -1, 0],
      ],
      right: [
        [x1, y1, z1],
        [0, 0, -1],
        [0, -1, 0],
      ],
      top: [
        [x0, y1, z0],
        [1, 0, 0],
        [0, 0, 1],
      ],
      bottom: [
        [x0, y0, z1],
        [1, 0, 0],
        [0, 0, -1],
      ],
    }
    return this.onPlane(...sides[side], draw)
  }

  /** Draws on a plane given by its upper left corner and the directions to the right and down. */
  onPlane(corner: Point3, right: Point3, down: Point3, draw: Artwork): this {
    const [across, along] = [unit(right), unit(down)]
    const facing = unit([
      along[1] * across[2] - along[2] * across[1],
      along[2] * across[0] - along[0] * across[2],
      along[0] * across[1] - along[1] * across[0],
    ])
    const surface: Surface = (x, y, behind = 0) =>
      add(add(add(corner, scale(across, x)), scale(along, y)), scale(facing, -behind))
    this.#artwork.push({ surface, facing, draw })
    return this
  }

  /** Draws on a slope of a part that runs along x: from (z, y) above to (z, y) below. */
  onSlope(from: Point2, to: Point2, draw: Artwork): this {
    const corner: Point3 = [this.low[0], from[1], from[0]]
    return this.onPlane(corner, [1, 0, 0], subtract([0, to[1], to[0]], [0, from[1], from[0]]), draw)
  }

  draw(scene: Scene): void {
    this.#paint(scene)
    for (const { surface, facing, draw } of this.#artwork) {
      if (scene.sees(surface(0, 0), facing)) draw(new Pen(scene, surface))
    }
  }
}
