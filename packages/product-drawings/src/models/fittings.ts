import { BLACK, KEY, STEEL, YELLOW, type Material } from '../casings.ts'
import { FINE_LINE } from '../svg.ts'
import type { Pen } from '../pen.ts'
import type { Point2 } from '../space.ts'

/** Slits for air. */
export function vents(
  pen: Pen,
  x: number,
  y: number,
  width: number,
  height: number,
  count: number,
  fill: string,
): void {
  const step = height / count
  pen.bars(
    Array.from({ length: count }, (_, at) => [x, y + at * step, width, step * 0.45] as const),
    fill,
  )
}

/** A line where two panels meet. */
export function seam(pen: Pen, points: readonly (readonly [number, number])[], material: Material): void {
  pen.stroke(points, material.line, FINE_LINE)
}

/** A mains socket with its switch. */
export function mains(pen: Pen, x: number, y: number): void {
  pen.rect(x, y, 44, 30, { fill: BLACK.plain, line: KEY, weight: FINE_LINE }, 4)
  pen.bars(
    [
      [x + 9, y + 7, 5, 9],
      [x + 20, y + 5, 5, 9],
      [x + 31, y + 7, 5, 9],
    ],
    STEEL.lit,
  )
  pen.rect(x + 52, y + 2, 18, 26, { fill: BLACK.shade, line: KEY, weight: FINE_LINE }, 3)
  pen.bars([[x + 59, y + 7, 4, 8]], '#ffffff')
}

/** A plate of ports: network, USB for a computer, USB for a stick. */
export function ports(pen: Pen, x: number, y: number): void {
  pen.rect(x, y, 46, 108, { fill: BLACK.shade, line: KEY, weight: FINE_LINE }, 4)
  pen.rect(x + 9, y + 10, 28, 24, { fill: STEEL.plain, line: KEY, weight: 1 }, 2)
  pen.bars([[x + 15, y + 16, 16, 13]], KEY)
  pen.bars([[x + 12, y + 12, 4, 3]], YELLOW)
  pen.rect(x + 11, y + 44, 24, 22, { fill: STEEL.lit, line: KEY, weight: 1 }, 4)
  pen.bars([[x + 17, y + 51, 12, 8]], KEY)
  pen.rect(x + 9, y + 78, 28, 12, { fill: STEEL.plain, line: KEY, weight: 1 }, 1)
  pen.bars([[x + 13, y + 83, 20, 4]], KEY)
}

/** A rating plate: the small print of every machine. */
export function ratingPlate(pen: Pen, x: number, y: number): void {
  pen.rect(x, y, 60, 34, { fill: '#fbfaf6', line: KEY, weight: 1 }, 2)
  pen.bars(
    [
      [x + 6, y + 6, 24, 4],
      [x + 6, y + 14, 40, 2.5],
      [x + 6, y + 19, 34, 2.5],
      [x + 6, y + 24, 38, 2.5],
    ],
    '#8d8980',
  )
}

/** The grip of a paper tray. */
export function grip(pen: Pen, x: number, y: number, width: number, height: number, material: Material): void {
  pen.rect(x, y, width, height, { fill: material.shade, line: material.line, weight: FINE_LINE }, height / 2)
  pen.rect(
    x + height * 0.3,
    y + height * 0.12,
    width - height * 0.6,
    height * 0.42,
    { fill: material.line },
    height * 0.2,
  )
}

/** A lid as an outline in (z, y): hinged at a place, opened by some degrees. */
export function lid(
  hinge: Point2,
  degrees: number,
  length: number,
  thickness: number,
): [Point2, Point2, Point2, Point2] {
  const angle = (degrees * Math.PI) / 180
  const [alongZ, alongY] = [Math.cos(angle), Math.sin(angle)]
  const tip: Point2 = [hinge[0] + alongZ * length, hinge[1] + alongY * length]
  return [
    hinge,
    tip,
    [tip[0] - alongY * thickness, tip[1] + alongZ * thickness],
    [hinge[0] - alongY * thickness, hinge[1] + alongZ * thickness],
  ]
}
