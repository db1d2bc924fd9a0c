import type { Material } from './casings.ts'
import type { Ink, Step } from './svg.ts'
import { type Scene } from './scene.ts'
import { FINE_LINE, polygon } from './svg.ts'
import type { Point2, Point3 } from './space.ts'
import { around, clip } from './space.ts'

/** From a place on a surface (to the right, down) and how far behind it, to a place in the model. */
export type Surface = (right: number, down: number, behind?: number) => Point3

/** Draws on one surface of a model: shapes are given flat, and lie on the surface as it lies in the picture. */
export class Pen {
  readonly scene: Scene
  readonly surface: Surface

  constructor(scene: Scene, surface: Surface) {
    this.scene = scene
    this.surface = surface
  }

  /** The same pen on a part of the surface, moved and made larger or smaller. */
  at(right: number, down: number, size = 1): Pen {
    return new Pen(this.scene, (x, y, behind) => this.surface(right + x * size, down + y * size, behind))
  }

  rect(x: number, y: number, width: number, height: number, ink: Ink, radius = 0): this {
    const r = Math.min(radius, width / 2, height / 2)
    if (r <= 0)
      return this.shape(
        [
          [x, y],
          [x + width, y],
          [x + width, y + height],
          [x, y + height],
        ],
        ink,
      )
    const k = r * 0.45
    const right = x + width
    const bottom = y + height
    return this.#ink(
      [
        this.#move([x + r, y]),
        this.#line([right - r, y]),
        this.#curve([right - k, y], [right, y + k], [right, y + r]),
        this.#line([right, bottom - r]),
        this.#curve([right, bottom - k], [right - k, bottom], [right - r, bottom]),
        this.#line([x + r, bottom]),
        this.#curve([x + k, bottom], [x, bottom - k], [x, bottom - r]),
        this.#line([x, y + r]),
        this.#curve([x, y + k], [x + k, y], [x + r, y]),
        { op: 'Z', points: [] },
      ],
      ink,
    )
  }

  circle(x: number, y: number, radius: number, ink: Ink): this {
    return this.ellipse(x, y, radius, radius, ink)
  }

  ellipse(x: number, y: number, a: number, b: number, ink: Ink): this {
    const k = 0.5523
    return this.#ink(
      [
        this.#move([x + a, y]),
        this.#curve([x + a, y + b * k], [x + a * k, y + b], [x, y + b]),
        this.#curve([x - a * k, y + b], [x - a, y + b * k], [x - a, y]),
        this.#curve([x - a, y - b * k], [x - a * k, y - b], [x, y - b]),
        this.#curve([x + a * k, y - b], [x + a, y - b * k], [x + a, y]),
        { op: 'Z', points: [] },
      ],
      ink,
    )
  }

  shape(points: readonly Point2[], ink: Ink): this {
    return this.#ink(polygon(points.map((point) => this.#on(point))), ink)
  }

  /** A line through points. */
  stroke(points: readonly Point2[], line: string, weight = FINE_LINE): this {
    return this.#ink([this.#move(around(points, 0)), ...points.slice(1).map((point) => this.#line(point))], {
      line,
      weight,
    })
  }

  /** Many lines in one color, as one mark: letters. */
  strokes(lines: readonly (readonly Point2[])[], line: string, weight = FINE_LINE): this {
    const steps = lines.flatMap((points) => [
      this.#move(around(points, 0)),
      ...points.slice(1).map((point) => this.#line(point)),
    ])
    return this.#ink(steps, { line, weight })
  }

  /** A smooth line: a start and then three points for every curve. */
  curve(points: readonly Point2[], ink: Ink): this {
    const steps: Step[] = [this.#move(around(points, 0))]
    for (let at = 1; at + 2 < points.length; at += 3)
      steps.push(this.#curve(around(points, at), around(points, at + 1), around(points, at + 2)))
    if (ink.fill) steps.push({ op: 'Z', points: [] })
    return this.#ink(steps, ink)
  }

  /** Many rectangles in one color, as one mark: lines of text, bars, grilles. */
  bars(rects: readonly (readonly [number, number, number, number])[], fill: string): this {
    const steps = rects.flatMap(([x, y, w, h]) =>
      polygon(
        (
          [
            [x, y],
            [x + w, y],
            [x + w, y + h],
            [x, y + h],
          ] as const
        ).map((point) => this.#on(point)),
      ),
    )
    return this.#ink(steps, { fill })
  }

  /** An opening with depth: its walls, its floor and the dark behind, as far as they can be seen through it. */
  recess(x: number, y: number, width: number, height: number, depth: number, material: Material): this {
    const corners: readonly Point2[] = [
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
    ]
    const hole = corners.map((corner) => this.#on(corner))
    const behind = corners.map(([a, b]) => this.scene.project(this.surface(a, b, depth)))
    const wall = (from: number, to: number, fill: string): void => {
      const shape = [around(hole, from), around(hole, to), around(behind, to), around(behind, from)]
      this.scene.mark(polygon(clip(shape, hole)), { fill })
    }
    this.scene.mark(polygon(hole), { fill: material.shade })
    wall(3, 2, material.lit)
    wall(0, 3, material.plain)
    wall(1, 2, material.plain)
    this.scene.mark(polygon(hole), { line: material.line, weight: FINE_LINE })
    return this
  }

  #on([x, y]: Point2): Point2 {
    return this.scene.project(this.surface(x, y))
  }

  #move(point: Point2): Step {
    return { op: 'M', points: [this.#on(point)] }
  }

  #line(point: Point2): Step {
    return { op: 'L', points: [this.#on(point)] }
  }

  #curve(a: Point2, b: Point2, c: Point2): Step {
    return { op: 'C', points: [this.#on(a), this.#on(b), this.#on(c)] }
  }

  #ink(steps: readonly Step[], ink: Ink): this {
    this.scene.mark(steps, ink)
    return this
  }
}
