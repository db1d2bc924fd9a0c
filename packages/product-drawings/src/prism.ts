import type { Material } from './casings.ts'
import { blend } from './casings.ts'
import { type Scene } from './scene.ts'
import { FINE_LINE, polygon, type Step } from './svg.ts'
import type { Point2, Point3, Vertex } from './space.ts'
import { around, isConvex } from './space.ts'

export type Axis = 'x' | 'y' | 'z'

/** An outline pulled along an axis. */
export interface Prism {
  readonly axis: Axis
  readonly vertices: readonly Vertex[]
  readonly from: number
  readonly to: number
  readonly material: Material
}

interface Facet {
  readonly index: number
  readonly normal: Point3
  readonly seen: boolean
  readonly far: number
}

/** Draws what can be seen of a prism: its facets in the tone of the light, its border, and its edges in a finer line. */
export function paintPrism(scene: Scene, { axis, vertices, from, to, material }: Prism): void {
  const place = ([a, b]: Point2, along: number): Point3 =>
    axis === 'x' ? [along, b, a] : axis === 'y' ? [a, along, b] : [a, b, along]
  const vertex = (index: number): Vertex => around(vertices, index)
  const corner = (index: number, along: number): Point2 => scene.project(place(vertex(index).at, along))
  const facets: Facet[] = vertices.map(({ at }, index) => {
    const next = vertex(index + 1).at
    const [a, b] = [next[1] - at[1], at[0] - next[0]]
    const normal: Point3 = axis === 'x' ? [0, b, a] : axis === 'y' ? [a, 0, b] : [a, b, 0]
    const middle = place([(at[0] + next[0]) / 2, (at[1] + next[1]) / 2], (from + to) / 2)
    return { index, normal, seen: scene.sees(middle, normal), far: scene.distanceTo(middle) }
  })
  const ends = (
    [
      [from, -1],
      [to, 1],
    ] as const
  ).map(([along, way]) => {
    const normal: Point3 = axis === 'x' ? [way, 0, 0] : axis === 'y' ? [0, way, 0] : [0, 0, way]
    return { along, normal, seen: scene.sees(place(around(vertices, 0).at, along), normal) }
  })
  const borders: Step[] = []
  const edges: Step[] = []
  const line = (seen: boolean, alsoSeen: boolean, drawCrease: boolean, a: Point2, b: Point2): void => {
    if (!seen && !alsoSeen) return
    if (seen && alsoSeen && !drawCrease) return
    const into = seen !== alsoSeen ? borders : edges
    into.push({ op: 'M', points: [a] }, { op: 'L', points: [b] })
  }
  const ink = (): void => {
    scene.mark(joined(edges), { line: blend(material.line, material.plain, 0.35), weight: FINE_LINE })
    scene.mark(joined(borders), { line: material.line })
    edges.length = 0
    borders.length = 0
  }
  const convex = isConvex(vertices)
  const visible = facets.filter((facet) => facet.seen)
  if (!convex) visible.sort((a, b) => b.far - a.far)
  for (const strip of strips(visible, vertex, (facet) => scene.tone(material, facet.normal))) {
    if (!convex && !strip.follows) ink()
    // A strip that rounds into the next one lies a little under it, so that no gap shows between them.
    const end = strip.last + 1
    const reach = vertex(end).smooth && around(facets, end).seen ? end + 1 : end
    const on = Array.from({ length: reach - strip.first + 1 }, (_, at) => strip.first + at)
    const shape = [...on.map((at) => corner(at, from)), ...on.toReversed().map((at) => corner(at, to))]
    scene.mark(polygon(shape), { fill: strip.fill })
    if (convex) continue
    for (let index = strip.first; index <= strip.last; index += 1) {
      if (index === strip.first)
        line(true, around(facets, index - 1).seen, !vertex(index).smooth, corner(index, from), corner(index, to))
      line(
        true,
        around(facets, index + 1).seen,
        !vertex(index + 1).smooth,
        corner(index + 1, from),
        corner(index + 1, to),
      )
    }
    for (const face of ends) {
      for (let index = strip.first; index <= strip.last; index += 1)
        line(true, face.seen, true, corner(index, face.along), corner(index + 1, face.along))
    }
  }
  if (!convex) ink()
  for (const end of ends) {
    if (!end.seen) continue
    const fill = scene.tone(material, end.normal)
    scene.mark(polygon(vertices.map((_, index) => corner(index, end.along))), { fill })
  }
  for (const end of ends) {
    for (const { index, seen } of facets) {
      if (convex || end.seen) line(seen, end.seen, true, corner(index, end.along), corner(index + 1, end.along))
    }
  }
  for (const { index, seen } of convex ? facets : []) {
    const before = around(facets, index - 1)
    line(seen, before.seen, !vertex(index).smooth, corner(index, from), corner(index, to))
  }
  ink()
}

interface Strip {
  readonly first: number
  last: number
  readonly fill: string
  /** It lies beside the strip drawn before it. */
  readonly follows: boolean
}

/** Facets that lie beside each other on a rounding and have the same tone, as one. */
function strips(visible: readonly Facet[], vertex: (index: number) => Vertex, tone: (facet: Facet) => string): Strip[] {
  const result: Strip[] = []
  let before = -2
  for (const facet of visible) {
    const fill = tone(facet)
    const strip = result[result.length - 1]
    if (strip && strip.fill === fill && strip.last + 1 === facet.index && vertex(facet.index).smooth)
      strip.last = facet.index
    else result.push({ first: facet.index, last: facet.index, fill, follows: Math.abs(facet.index - before) === 1 })
    before = facet.index
  }
  return result
}

/** Runs strokes that meet end to end into one, so that their corners are joined. */
function joined(steps: readonly Step[]): Step[] {
  const result: Step[] = []
  let last: Point2 | undefined
  for (let at = 0; at < steps.length; at += 2) {
    const [start, end] = [around(around(steps, at).points, 0), around(around(steps, at + 1).points, 0)]
    if (!last || Math.hypot(last[0] - start[0], last[1] - start[1]) > 1e-6) result.push({ op: 'M', points: [start] })
    result.push({ op: 'L', points: [end] })
    last = end
  }
  return result
}
