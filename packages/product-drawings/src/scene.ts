import type { Material } from './casings.ts'
import { blend } from './casings.ts'
import type { Point2, Point3, Viewpoint } from './space.ts'
import { add, around, dot, multiply, scale, subtract, unit } from './space.ts'
import { elements, write } from './svg.ts'
import { polygon, type Ink, type Step, type Mark } from './svg.ts'

/** The frame the picture is fitted into, in the units of the sheet. */
export interface Frame {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** Show this place in the middle at this many times the fitted size, instead of the whole model. */
  readonly closeUp?: { readonly at: Point3; readonly zoom: number }
}

const LIGHT: Point3 = unit([-0.42, 0.85, 0.36])

const TONES = 10

/**
 * Looks at a model from one place with slight perspective and keeps what is drawn as marks, which are fitted into a
 * frame only at the end, so that lines have one weight whatever the machine's size.
 */
export class Scene {
  readonly #eye: Point3
  #origin: Point3 = [0, 0, 0]
  #size = 1
  readonly #marks: Mark[] = []
  readonly #shadow: Point2[][] = []
  readonly #extent = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity }
  readonly #turn: readonly [number, number]
  readonly #rise: readonly [number, number]
  readonly #reach: number
  readonly #middle: Point3
  readonly #stretch: Point3

  /** `stretch` gives a model other proportions; `middle` and `reach` are of the stretched one. */
  constructor(viewpoint: Viewpoint, middle: Point3, reach: number, stretch: Point3 = [1, 1, 1]) {
    this.#stretch = stretch
    const turn = (viewpoint.turn * Math.PI) / 180
    const rise = (viewpoint.rise * Math.PI) / 180
    this.#turn = [Math.sin(turn), Math.cos(turn)]
    this.#rise = [Math.sin(rise), Math.cos(rise)]
    this.#reach = reach
    this.#middle = middle
    this.#eye = [
      middle[0] + reach * this.#turn[0] * this.#rise[1],
      middle[1] + reach * this.#rise[0],
      middle[2] + reach * this.#turn[1] * this.#rise[1],
    ]
  }

  /** Where the viewer stands, in the coordinates of what is being drawn. */
  get eye(): Point3 {
    const [x, y, z] = this.#eye
    const [across, up, along] = this.#stretch
    return scale(subtract([x / across, y / up, z / along], this.#origin), 1 / this.#size)
  }

  /** Draws a model that stands inside another one, moved and made larger or smaller. */
  within(origin: Point3, size: number, draw: () => void): void {
    const [outerOrigin, outerSize] = [this.#origin, this.#size]
    this.#origin = add(outerOrigin, scale(origin, outerSize))
    this.#size = outerSize * size
    draw()
    this.#origin = outerOrigin
    this.#size = outerSize
  }

  /** Where a place of the model falls on the sheet, before fitting; y grows downwards. */
  project(point: Point3): Point2 {
    const placed = multiply(add(this.#origin, scale(point, this.#size)), this.#stretch)
    const [x, y, z] = this.#turned(subtract(placed, this.#middle))
    const nearness = this.#reach / (this.#reach - (y * this.#rise[0] + z * this.#rise[1]))
    return [x * nearness, -(y * this.#rise[1] - z * this.#rise[0]) * nearness]
  }

  /** Whether a surface at that place, facing that way, can be seen. */
  sees(place: Point3, facing: Point3): boolean {
    return dot(subtract(this.eye, place), facing) > 1e-6
  }

  distanceTo(place: Point3): number {
    return Math.hypot(...subtract(this.eye, place))
  }

  /** The color of a surface that faces that way, under a light from the upper left. */
  tone(material: Material, facing: Point3): string {
    const light = dot(this.#turned(unit(facing)), LIGHT)
    const level = Math.round(Math.max(-0.3, Math.min(0.8, light)) * TONES) / TONES
    if (level < 0.42) return blend(material.shade, material.plain, Math.max(0, (level + 0.3) / 0.72))
    return blend(material.plain, material.lit, Math.min(1, (level - 0.42) / 0.36))
  }

  /** Where the light lays the shadow of a place on the table. */
  shadowOf([x, y, z]: Point3): Point3 {
    const away = [0.24 * y, -0.14 * y] as const
    return [
      x + away[0] * this.#turn[1] + away[1] * this.#turn[0],
      0,
      z - away[0] * this.#turn[0] + away[1] * this.#turn[1],
    ]
  }

  castShadow(shape: readonly Point2[]): void {
    this.#shadow.push([...shape])
  }

  /** Draws a shape that is already on the sheet. */
  mark(steps: readonly Step[], ink: Ink): void {
    if (steps.length === 0) return
    this.#marks.push({ steps, ink })
  }

  /** Makes sure that this place lies inside the frame. */
  include(point: Point3): void {
    const [x, y] = this.project(point)
    const extent = this.#extent
    extent.left = Math.min(extent.left, x)
    extent.right = Math.max(extent.right, x)
    extent.top = Math.min(extent.top, y)
    extent.bottom = Math.max(extent.bottom, y)
  }

  /** The finished marks as SVG elements, fitted into the frame; a flat model stands a little below its middle. */
  toSvg(frame: Frame): string {
    const { left, right, top, bottom } = this.#extent
    const fitted = Math.min(frame.width / (right - left), frame.height / (bottom - top))
    const size = fitted * (frame.closeUp?.zoom ?? 1)
    const [atX, atY] = frame.closeUp ? this.project(frame.closeUp.at) : [(left + right) / 2, bottom]
    const sheetX = frame.left + frame.width / 2
    const sheetY = frame.closeUp
      ? frame.top + frame.height / 2
      : frame.top + frame.height - (frame.height - (bottom - top) * size) * 0.38
    const place = ([x, y]: Point2): Point2 => [sheetX + (x - atX) * size, sheetY + (y - atY) * size]
    const shadow = this.#shadow.map((shape) => write(polygon(shape), place)).join('')
    const kept = uncovered(
      this.#marks.filter(({ steps }) =>
        isVisible(
          steps.flatMap(({ points }) => points.map(place)),
          frame,
        ),
      ),
      1 / size,
    )
    return (shadow ? `<path d="${shadow}" fill="#1a1916" opacity=".13"/>` : '') + elements(kept, place)
  }

  #turned([x, y, z]: Point3): Point3 {
    return [x * this.#turn[1] - z * this.#turn[0], y, x * this.#turn[0] + z * this.#turn[1]]
  }
}

/** Marks smaller than a dot, or outside the frame and its margin, are left out. */
function isVisible(points: readonly Point2[], frame: Frame): boolean {
  const { left, right, top, bottom } = boundsOf(points)
  if (right - left < 1.2 && bottom - top < 1.2) return false
  const margin = frame.closeUp ? 0 : 60
  return (
    right > frame.left - margin &&
    left < frame.left + frame.width + margin &&
    bottom > frame.top - margin &&
    top < frame.top + frame.height + margin
  )
}

/** Leaves out what a later mark covers whole; `margin` is how far under it a line must lie. */
function uncovered(marks: readonly Mark[], margin: number): Mark[] {
  const covers = marks.flatMap(({ steps, ink }, at) => {
    const shape = coveringShape(steps, ink)
    return shape.length > 2 ? [{ at, shape, bounds: boundsOf(shape) }] : []
  })
  return marks.filter(({ steps, ink }, index) => {
    const points = steps.flatMap((step) => step.points)
    const { left, right, top, bottom } = boundsOf(points)
    const depth = ink.line ? margin : -1e-6
    return !covers.some(
      ({ at, shape, bounds }) =>
        at > index &&
        bounds.left <= left &&
        bounds.right >= right &&
        bounds.top <= top &&
        bounds.bottom >= bottom &&
        points.every((point) => liesWithin(point, shape, depth)),
    )
  })
}

/** The outline of a mark that hides what is under it: one convex polygon, filled and opaque. */
function coveringShape(steps: readonly Step[], { fill, opacity }: Ink): readonly Point2[] {
  const whole = fill !== undefined && opacity === undefined && steps.filter(({ op }) => op === 'M').length === 1
  if (!whole || steps.some(({ op }) => op === 'C')) return []
  const shape = steps.flatMap(({ points }) => points)
  const turns = shape.map((point, at) => crossing(point, around(shape, at + 1), around(shape, at + 2)))
  if (turns.every((turn) => turn >= -1e-9)) return shape
  return turns.every((turn) => turn <= 1e-9) ? [...shape].toReversed() : []
}

function boundsOf(points: readonly Point2[]): { left: number; right: number; top: number; bottom: number } {
  const bounds = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity }
  for (const [x, y] of points) {
    if (x < bounds.left) bounds.left = x
    if (x > bounds.right) bounds.right = x
    if (y < bounds.top) bounds.top = y
    if (y > bounds.bottom) bounds.bottom = y
  }
  return bounds
}

function liesWithin(point: Point2, shape: readonly Point2[], depth: number): boolean {
  return shape.every((from, at) => {
    const to = around(shape, at + 1)
    return crossing(from, to, point) >= depth * Math.hypot(to[0] - from[0], to[1] - from[1])
  })
}

function crossing(a: Point2, b: Point2, c: Point2): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}
