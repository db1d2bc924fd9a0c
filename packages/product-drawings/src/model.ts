import type { Material } from './casings.ts'
import { Scene } from './scene.ts'
import { FINE_LINE, LINE, polygon, polyline, type Step } from './svg.ts'
import { Pen, type Surface } from './pen.ts'
import { paintPrism, type Axis, type Prism } from './prism.ts'
import type { Corner, Point2, Point3, Viewpoint } from './space.ts'
import { add, around, hull, multiply, outline, scale, subtract, unit } from './space.ts'
import { inPaintingOrder } from './painting-order.ts'
import { type Artwork, type Box, Part } from './part.ts'

/** A model made of parts, which can be looked at from anywhere. */
export class Model {
  readonly #parts: Part[] = []

  /** A box from one corner to the other; with a radius its upright edges are rounded. */
  box(low: Point3, high: Point3, material: Material, radius = 0): Part {
    const [x0, y0, z0] = low
    const [x1, y1, z1] = high
    const corners: Corner[] = [
      [x0, z0, radius],
      [x1, z0, radius],
      [x1, z1, radius],
      [x0, z1, radius],
    ]
    return this.prism('y', corners, y0, y1, material)
  }

  /** An outline pulled along an axis. Outlines are (z, y) for x, (x, z) for y and (x, y) for z. */
  prism(axis: Axis, corners: readonly Corner[], from: number, to: number, material: Material): Part {
    const vertices = outline(corners)
    const prism: Prism = { axis, vertices, from, to, material }
    const all = vertices.map(({ at }) => at)
    const [a0, a1] = [Math.min(...all.map(([a]) => a)), Math.max(...all.map(([a]) => a))]
    const [b0, b1] = [Math.min(...all.map(([, b]) => b)), Math.max(...all.map(([, b]) => b))]
    const place = (a: number, b: number, along: number): Point3 =>
      axis === 'x' ? [along, b, a] : axis === 'y' ? [a, along, b] : [a, b, along]
    const outlineCorners = corners.flatMap(([a, b]) => [place(a, b, from), place(a, b, to)])
    return this.#keep(
      new Part(place(a0, b0, from), place(a1, b1, to), (scene) => paintPrism(scene, prism), [outlineCorners]),
    )
  }

  /** A round bar or foot along an axis around (a, b). */
  cylinder(axis: Axis, [a, b]: Point2, radius: number, from: number, to: number, material: Material): Part {
    const r = radius
    return this.prism(
      axis,
      [
        [a - r, b - r, r],
        [a + r, b - r, r],
        [a + r, b + r, r],
        [a - r, b + r, r],
      ],
      from,
      to,
      material,
    )
  }

  /**
   * A sheet of paper: a line in (z, y), from its far end to its near end, pulled from one x to another. What is drawn
   * on it follows the bend.
   */
  sheet(course: readonly Point2[], from: number, to: number, material: Material, draw?: Artwork): Part {
    const lengths = course.map(([z, y], at) => {
      const [fromZ, fromY] = around(course, Math.max(0, at - 1))
      return Math.hypot(z - fromZ, y - fromY)
    })
    const ends = lengths.map((_, at) => lengths.slice(0, at + 1).reduce((sum, length) => sum + length, 0))
    const surface: Surface = (right, down) => {
      const next = Math.max(
        1,
        ends.findIndex((end, at) => at > 0 && end >= down),
      )
      const at = around(ends, -1) < down ? ends.length - 1 : next
      const t = (down - around(ends, at - 1)) / (around(lengths, at) || 1)
      const [[z0, y0], [z1, y1]] = [around(course, at - 1), around(course, at)]
      return [from + right, y0 + (y1 - y0) * t, z0 + (z1 - z0) * t]
    }
    const [zs, ys] = [course.map(([z]) => z), course.map(([, y]) => y)]
    const paint = (scene: Scene): void => {
      const [start, end] = [around(course, 0), around(course, -1)]
      const way = start[0] <= end[0] ? 1 : -1
      const facing = unit([0, (end[0] - start[0]) * way, (start[1] - end[1]) * way])
      const seen = scene.sees([from, start[1], start[0]], facing)
      const edge = [
        ...course.map(([z, y]): Point3 => [from, y, z]),
        ...[...course].toReversed().map(([z, y]): Point3 => [to, y, z]),
      ]
      edge.forEach((point) => scene.include(point))
      const tone = scene.tone(material, seen ? facing : scale(facing, -1))
      scene.mark(polygon(edge.map((point) => scene.project(point))), { fill: tone, line: material.line, weight: 1.6 })
      if (draw && seen) draw(new Pen(scene, surface))
    }
    return this.#keep(new Part([from, Math.min(...ys), Math.min(...zs)], [to, Math.max(...ys), Math.max(...zs)], paint))
  }

  /** A cable through the model: a start and then three points for every curve. */
  cable(course: readonly Point3[], thickness: number, material: Material): Part {
    const paint = (scene: Scene): void => {
      const steps: Step[] = [{ op: 'M', points: [scene.project(around(course, 0))] }]
      for (let at = 1; at + 2 < course.length; at += 3) {
        steps.push({ op: 'C', points: [0, 1, 2].map((k) => scene.project(around(course, at + k))) })
      }
      course.forEach((point) => scene.include(point))
      scene.mark(steps, { line: material.line, weight: thickness + LINE })
      scene.mark(steps, { line: material.plain, weight: thickness })
    }
    const range = (k: 0 | 1 | 2): [number, number] => [
      Math.min(...course.map((p) => p[k])),
      Math.max(...course.map((p) => p[k])),
    ]
    const [x, y, z] = [range(0), range(1), range(2)]
    return this.#keep(new Part([x[0], y[0], z[0]], [x[1], y[1], z[1]], paint))
  }

  /** Something free to draw at a place, in the order of the parts: a beam of light, a curl of paper. */
  free(low: Point3, high: Point3, paint: (scene: Scene) => void): Part {
    return this.#keep(new Part(low, high, paint))
  }

  /** A flat polygon in the model, for light, labels and flaps. */
  plate(points: readonly Point3[], fill: string, line?: string, opacity?: number): Part {
    const range = (k: 0 | 1 | 2, of: (...numbers: number[]) => number): number => of(...points.map((p) => p[k]))
    const low: Point3 = [range(0, Math.min), range(1, Math.min), range(2, Math.min)]
    const high: Point3 = [range(0, Math.max), range(1, Math.max), range(2, Math.max)]
    return this.free(low, high, (scene) => {
      points.forEach((point) => scene.include(point))
      scene.mark(polygon(points.map((point) => scene.project(point))), {
        fill,
        ...(line ? { line, weight: FINE_LINE } : {}),
        ...(opacity === undefined ? {} : { opacity }),
      })
    })
  }

  /** A line in the model. */
  wire(points: readonly Point3[], line: string, weight: number = LINE): Part {
    const range = (k: 0 | 1 | 2, of: (...numbers: number[]) => number): number => of(...points.map((p) => p[k]))
    const low: Point3 = [range(0, Math.min), range(1, Math.min), range(2, Math.min)]
    const high: Point3 = [range(0, Math.max), range(1, Math.max), range(2, Math.max)]
    return this.free(low, high, (scene) =>
      scene.mark(polyline(points.map((point) => scene.project(point))), { line, weight }),
    )
  }

  /** Puts another model into this one, as one part: nothing of this model may stand between its parts. */
  place(other: Model, at: Point3, size = 1): this {
    const moved = (point: Point3): Point3 => add(at, scale(point, size))
    const { low, high } = other.#extent()
    const paint = (scene: Scene): void => scene.within(at, size, () => other.#paint(scene))
    const outlines = other.#parts.flatMap((part) => part.outlines).map((points) => points.map(moved))
    this.#keep(new Part(moved(low), moved(high), paint, outlines))
    return this
  }

  /** Looks at the model, stretched to other proportions: parts further away are drawn first. */
  seenFrom(viewpoint: Viewpoint, stretch: Point3 = [1, 1, 1]): Scene {
    const extent = this.#extent()
    const [low, high] = [multiply(extent.low, stretch), multiply(extent.high, stretch)]
    const scene = new Scene(viewpoint, scale(add(low, high), 0.5), Math.hypot(...subtract(high, low)) * 3.2, stretch)
    for (const points of this.#parts.flatMap((part) => part.outlines)) {
      for (const point of points) scene.include(point)
      const shadow = points.map((point) => scene.shadowOf(point))
      scene.castShadow(hull(shadow.map((point) => scene.project(point))))
      // The tip of a long shadow may reach into the margin.
      shadow.forEach((point, at) =>
        scene.include(add(scale(point, 0.7), scale([around(points, at)[0], 0, around(points, at)[2]], 0.3))),
      )
    }
    this.#paint(scene)
    return scene
  }

  #paint(scene: Scene): void {
    for (const part of inPaintingOrder(this.#parts, scene.eye)) part.draw(scene)
  }

  #extent(): Box {
    const range = (of: (...numbers: number[]) => number, end: 'low' | 'high'): Point3 => [
      of(...this.#parts.map((part) => part[end][0])),
      of(...this.#parts.map((part) => part[end][1])),
      of(...this.#parts.map((part) => part[end][2])),
    ]
    return { low: range(Math.min, 'low'), high: range(Math.max, 'high') }
  }

  #keep(part: Part): Part {
    this.#parts.push(part)
    return part
  }
}
