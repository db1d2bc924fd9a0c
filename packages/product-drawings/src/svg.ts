import type { Point2 } from './space.ts'
import { around } from './space.ts'

/** How a shape is inked; a color for `line` draws its border. */
export interface Ink {
  readonly fill?: string
  readonly line?: string
  readonly weight?: number
  readonly opacity?: number
}

/** The picture's one line weight, and the lighter one for edges inside a body. */
export const LINE = 2

export const FINE_LINE = 1.3

/** Units of the written picture for one unit of the frame: fine enough to need no decimals. */
export const UNITS = 2

/** Part of a path: M and L carry one point, C three, Z none. */
export interface Step {
  readonly op: 'M' | 'L' | 'C' | 'Z'
  readonly points: readonly Point2[]
}

export interface Mark {
  readonly steps: readonly Step[]
  readonly ink: Ink
}

/** A closed path through points. */
export function polygon(points: readonly Point2[]): Step[] {
  if (points.length === 0) return []
  return [...polyline(points), { op: 'Z', points: [] }]
}

/** An open path through points. */
export function polyline(points: readonly Point2[]): Step[] {
  return points.map((point, index) => ({ op: index === 0 ? 'M' : 'L', points: [point] }))
}

export function elements(marks: readonly Mark[], place: (point: Point2) => Point2): string {
  const parts: string[] = []
  let attributes = ''
  let data = ''
  const close = (): void => {
    if (data) parts.push(`<path d="${data}"${attributes}/>`)
    data = ''
  }
  for (const { steps, ink } of marks) {
    const wanted = attributesOf(ink)
    if (wanted !== attributes || ink.opacity !== undefined) close()
    attributes = wanted
    data += write(steps, place)
  }
  close()
  return parts.join('')
}

function attributesOf({ fill, line, weight, opacity }: Ink): string {
  const stroke = line
    ? ` stroke="${line}"${weight === undefined || weight === LINE ? '' : ` stroke-width="${weight * UNITS}"`}`
    : ''
  return `${fill ? ` fill="${fill}"` : ''}${stroke}${opacity === undefined ? '' : ` opacity="${opacity}"`}`
}

/** Path data in whole units; points that fall on the one before are left out. */
export function write(steps: readonly Step[], place: (point: Point2) => Point2): string {
  let data = ''
  let last = ''
  let [fromX, fromY] = [0, 0]
  for (const { op, points } of steps) {
    if (op === 'Z') {
      data += 'z'
      last = 'z'
      continue
    }
    const absolute = points.map(place).map(([x, y]) => [Math.round(x * UNITS), Math.round(y * UNITS)] as const)
    const numbers = (op === 'M' ? absolute : absolute.map(([x, y]) => [x - fromX, y - fromY] as const)).flat()
    if (op !== 'M' && numbers.every((number) => number === 0)) continue
    const [letter, shown] =
      op === 'L' ? lineTo(around(numbers, 0), around(numbers, 1)) : [op === 'M' ? 'M' : 'c', numbers]
    data += letter === last ? '' : letter
    shown.forEach((number, at) => {
      data += (at === 0 && letter !== last) || number < 0 ? number : ` ${number}`
    })
    last = letter
    ;[fromX, fromY] = around(absolute, -1)
  }
  return data
}

function lineTo(x: number, y: number): [string, number[]] {
  if (y === 0) return ['h', [x]]
  return x === 0 ? ['v', [y]] : ['l', [x, y]]
}
