import { CYAN, KEY, MAGENTA, SKY, YELLOW } from './casings.ts'
import { FINE_LINE } from './svg.ts'
import type { Pen } from './pen.ts'
import { around, type Point2 } from './space.ts'

export const GRAY = '#8d8980'

export const PALE = '#e9e5db'

/** Lines of text as bars: `count` lines of `width`, the last one shorter. */
export function text(pen: Pen, x: number, y: number, width: number, count: number, gap: number, fill = GRAY): void {
  const lengths = [1, 0.93, 0.98, 0.86, 0.95, 0.9]
  pen.bars(
    Array.from(
      { length: count },
      (_, line) =>
        [x, y + line * gap, width * (line === count - 1 ? 0.56 : around(lengths, line)), gap * 0.36] as const,
    ),
    fill,
  )
}

/** A printed page: a strip of the four colors (or of grays), a heading and text. */
export function testPage(pen: Pen, width: number, height: number, color: boolean): void {
  const inks = color ? [CYAN, MAGENTA, YELLOW, KEY] : [KEY, '#66635b', '#a29e94', '#d8d4ca']
  const cell = width * 0.185
  inks.forEach((fill, at) => pen.rect(width * 0.1 + at * cell * 1.1, height * 0.09, cell, height * 0.15, { fill }))
  pen.bars([[width * 0.1, height * 0.32, width * 0.5, height * 0.045]], KEY)
  text(pen, width * 0.1, height * 0.44, width * 0.8, 6, height * 0.085)
}

/** A letter with heading, text and a small chart. */
export function letter(pen: Pen, width: number, height: number, color: boolean): void {
  pen.bars([[width * 0.12, height * 0.1, width * 0.42, height * 0.04]], KEY)
  text(pen, width * 0.12, height * 0.2, width * 0.76, 5, height * 0.06)
  const bars = [0.12, 0.2, 0.16, 0.26, 0.22]
  bars.forEach((tall, at) =>
    pen.rect(width * (0.14 + at * 0.15), height * (0.86 - tall), width * 0.1, height * tall, {
      fill: color
        ? around([CYAN, CYAN, YELLOW, MAGENTA, CYAN], at)
        : around([GRAY, '#66635b', GRAY, KEY, '#66635b'], at),
    }),
  )
  pen.bars([[width * 0.12, height * 0.87, width * 0.76, height * 0.008 + 1]], KEY)
}

/** A photograph with a white border: mountains by a lake (0), a sail at dusk (1) or a flower (2). */
export function photo(pen: Pen, width: number, height: number, motif = 0, border = 0.05): void {
  const b = Math.min(width, height) * border
  const [w, h] = [width - 2 * b, height - 2 * b]
  const inner = pen.at(b, b)
  const on = (points: readonly Point2[]): Point2[] => points.map(([x, y]) => [x * w, y * h])
  if (motif === 1) {
    inner.rect(0, 0, w, h, { fill: '#f7b9a1' }).circle(w * 0.68, h * 0.45, h * 0.17, { fill: YELLOW })
    inner.rect(0, h * 0.58, w, h * 0.42, { fill: CYAN })
    inner.shape(
      on([
        [0.34, 0.14],
        [0.34, 0.66],
        [0.12, 0.66],
      ]),
      { fill: '#ffffff' },
    )
    inner.shape(
      on([
        [0.37, 0.2],
        [0.37, 0.66],
        [0.52, 0.66],
      ]),
      { fill: MAGENTA },
    )
    inner.shape(
      on([
        [0.1, 0.7],
        [0.56, 0.7],
        [0.48, 0.8],
        [0.18, 0.8],
      ]),
      { fill: KEY },
    )
    inner.bars(
      [
        [w * 0.6, h * 0.7, w * 0.3, h * 0.025],
        [w * 0.64, h * 0.8, w * 0.2, h * 0.025],
      ],
      YELLOW,
    )
  } else if (motif === 2) {
    inner.rect(0, 0, w, h, { fill: '#d9efc9' })
    const r = Math.min(w, h)
    inner.shape(
      on([
        [0.48, 0.5],
        [0.52, 0.5],
        [0.53, 1],
        [0.47, 1],
      ]),
      { fill: '#2d6a2e' },
    )
    for (let petal = 0; petal < 6; petal += 1) {
      const turn = (petal * Math.PI) / 3
      inner.circle(w * 0.5 + Math.cos(turn) * r * 0.17, h * 0.42 + Math.sin(turn) * r * 0.17, r * 0.125, {
        fill: MAGENTA,
      })
    }
    inner.circle(w * 0.5, h * 0.42, r * 0.12, { fill: YELLOW })
  } else {
    inner.rect(0, 0, w, h, { fill: SKY }).circle(w * 0.72, h * 0.27, h * 0.13, { fill: YELLOW })
    inner.shape(
      on([
        [0, 0.72],
        [0.3, 0.3],
        [0.55, 0.66],
        [0.7, 0.48],
        [1, 0.78],
        [1, 1],
        [0, 1],
      ]),
      { fill: CYAN },
    )
    inner.shape(
      on([
        [0.22, 0.41],
        [0.3, 0.3],
        [0.38, 0.415],
        [0.32, 0.45],
        [0.28, 0.4],
      ]),
      { fill: '#ffffff' },
    )
    inner.shape(
      on([
        [0, 0.86],
        [0.5, 0.72],
        [1, 0.9],
        [1, 1],
        [0, 1],
      ]),
      { fill: MAGENTA },
    )
  }
}

/** A floor plan with dimensions, as a large-format printer puts out. */
export function plan(pen: Pen, width: number, height: number): void {
  const wall = { line: KEY, weight: FINE_LINE }
  pen.rect(width * 0.1, height * 0.12, width * 0.8, height * 0.62, wall)
  pen.rect(width * 0.1, height * 0.12, width * 0.34, height * 0.34, { ...wall, fill: SKY })
  pen.rect(width * 0.62, height * 0.42, width * 0.28, height * 0.32, { ...wall, fill: '#fff1b8' })
  pen.stroke(
    [
      [width * 0.44, height * 0.6],
      [width * 0.44, height * 0.74],
    ],
    KEY,
  )
  pen.circle(width * 0.53, height * 0.3, Math.min(width, height) * 0.06, { line: MAGENTA, weight: FINE_LINE })
  pen.bars(
    [
      [width * 0.1, height * 0.82, width * 0.34, height * 0.03],
      [width * 0.6, height * 0.8, width * 0.3, height * 0.012],
      [width * 0.6, height * 0.85, width * 0.3, height * 0.012],
    ],
    KEY,
  )
  pen.bars([[width * 0.1, height * 0.89, width * 0.2, height * 0.02]], CYAN)
}
