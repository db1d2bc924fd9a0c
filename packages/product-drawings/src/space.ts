/** A place in a model: x to the right, y up, z towards the viewer; the unit is free, the picture is fitted later. */
export type Point3 = readonly [number, number, number]
/** A place on a plane or on the sheet. */
export type Point2 = readonly [number, number]
/** A corner of an outline: two coordinates and, where the corner is rounded, its radius. */
export type Corner = readonly [number, number] | readonly [number, number, number]
/** Where the viewer stands: degrees turned to the right around the model, and degrees above the table. */
export interface Viewpoint {
  readonly turn: number
  readonly rise: number
}

export const add = (a: Point3, b: Point3): Point3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
export const subtract = (a: Point3, b: Point3): Point3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
export const scale = (a: Point3, by: number): Point3 => [a[0] * by, a[1] * by, a[2] * by]
/** Each coordinate times its own factor. */
export const multiply = (a: Point3, by: Point3): Point3 => [a[0] * by[0], a[1] * by[1], a[2] * by[2]]
export const dot = (a: Point3, b: Point3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
export const unit = (a: Point3): Point3 => scale(a, 1 / (Math.hypot(...a) || 1))

/** The item at an index, counted on past the end and back from before the start. Throws RangeError for an empty list. */
export function around<T>(items: readonly T[], index: number): T {
  const item = items.at(index % items.length)
  if (item === undefined) throw new RangeError('The list is empty.')
  return item
}

/** One vertex of a finished outline; `smooth` when it lies on a rounding, so that no edge is drawn there. */
export interface Vertex {
  readonly at: Point2
  readonly smooth: boolean
}

/** Turns corners into an outline, counter-clockwise, with every rounding cut into short straight steps. */
export function outline(corners: readonly Corner[]): Vertex[] {
  const wound = signedArea(corners) < 0 ? [...corners].toReversed() : corners
  const vertices = wound.flatMap((corner, index): Vertex[] => {
    const [x, y, radius = 0] = corner
    if (radius === 0) return [{ at: [x, y], smooth: false }]
    const before = around(wound, index - 1)
    const after = around(wound, index + 1)
    const start = towards([x, y], [before[0], before[1]], radius)
    const end = towards([x, y], [after[0], after[1]], radius)
    const steps = radius < 9 ? 2 : radius < 20 ? 3 : radius < 60 ? 5 : 8
    return Array.from({ length: steps + 1 }, (_, step) => {
      const t = step / steps
      return { at: onCorner(start, [x, y], end, t), smooth: true }
    })
  })
  // Roundings that meet share a point; kept twice it would be an edge of no length.
  return vertices.filter(({ at }, index) => {
    const before = around(vertices, index - 1).at
    return Math.hypot(at[0] - before[0], at[1] - before[1]) > 1e-6
  })
}

/** True when the outline has no inward corner. */
export function isConvex(vertices: readonly Vertex[]): boolean {
  return vertices.every(({ at }, index) => {
    const next = around(vertices, index + 1).at
    const last = around(vertices, index + 2).at
    return (next[0] - at[0]) * (last[1] - next[1]) - (next[1] - at[1]) * (last[0] - next[0]) >= -1e-6
  })
}

/** The smallest convex outline around the points, for the shadow on the table. */
export function hull(points: readonly Point2[]): Point2[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1])
  const half = (ordered: readonly Point2[]): Point2[] => {
    const chain: Point2[] = []
    for (const point of ordered) {
      while (chain.length > 1 && turnsLeft(around(chain, -2), around(chain, -1), point) <= 0) chain.pop()
      chain.push(point)
    }
    return chain.slice(0, -1)
  }
  return [...half(sorted), ...half([...sorted].toReversed())]
}

/** What remains of a shape inside a convex hole; both as points on the sheet. */
export function clip(shape: readonly Point2[], hole: readonly Point2[]): Point2[] {
  const edges = signedArea(hole) < 0 ? [...hole].toReversed() : [...hole]
  return edges.reduce<Point2[]>(
    (rest, from, index) => {
      const to = around(edges, index + 1)
      return rest.flatMap((point, at) => {
        const next = around(rest, at + 1)
        const here = turnsLeft(from, to, point)
        const there = turnsLeft(from, to, next)
        const kept = here >= 0 ? [point] : []
        if (here >= 0 === there >= 0) return kept
        const t = here / (here - there)
        return [...kept, [point[0] + (next[0] - point[0]) * t, point[1] + (next[1] - point[1]) * t] as Point2]
      })
    },
    [...shape],
  )
}

function turnsLeft(a: Point2, b: Point2, c: Point2): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

function signedArea(points: readonly (Corner | Point2)[]): number {
  return points.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = around(points, index + 1)
    return sum + x * nextY - nextX * y
  }, 0)
}

function towards(from: Point2, to: Point2, distance: number): Point2 {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1
  const t = Math.min(distance / length, 0.5)
  return [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t]
}

/** A point of the rounding: a cubic that comes close to the arc of a circle. */
function onCorner(start: Point2, corner: Point2, end: Point2, t: number): Point2 {
  const pull = 0.55
  const a = (1 - t) ** 3
  const b = 3 * (1 - t) ** 2 * t
  const c = 3 * (1 - t) * t ** 2
  const d = t ** 3
  const along = (k: 0 | 1): number =>
    a * start[k] +
    b * (start[k] + (corner[k] - start[k]) * pull) +
    c * (end[k] + (corner[k] - end[k]) * pull) +
    d * end[k]
  return [along(0), along(1)]
}
