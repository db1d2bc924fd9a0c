import { CYAN, KEY, MAGENTA, SKY, YELLOW } from '../casings.ts'
import { FINE_LINE } from '../svg.ts'
import type { Pen } from '../pen.ts'

/** A house and a sun, as a child draws them. */
export function childsDrawing(pen: Pen, width: number, height: number): void {
  const at = pen.at(0, 0)
  at.circle(width * 0.8, height * 0.2, height * 0.11, { fill: YELLOW })
  for (let ray = 0; ray < 8; ray += 1) {
    const turn = (ray * Math.PI) / 4
    at.stroke(
      [
        [width * 0.8 + Math.cos(turn) * height * 0.15, height * 0.2 + Math.sin(turn) * height * 0.15],
        [width * 0.8 + Math.cos(turn) * height * 0.2, height * 0.2 + Math.sin(turn) * height * 0.2],
      ],
      YELLOW,
      3,
    )
  }
  at.rect(width * 0.18, height * 0.48, width * 0.34, height * 0.36, { fill: SKY, line: CYAN, weight: 3 })
  at.shape(
    [
      [width * 0.12, height * 0.5],
      [width * 0.35, height * 0.24],
      [width * 0.58, height * 0.5],
    ],
    { fill: MAGENTA, line: MAGENTA, weight: 2 },
  )
  at.rect(width * 0.3, height * 0.62, width * 0.1, height * 0.22, { fill: KEY })
  at.stroke(
    [
      [width * 0.06, height * 0.85],
      [width * 0.94, height * 0.85],
    ],
    '#2d6a2e',
    4,
  )
  for (const x of [0.68, 0.8]) {
    at.stroke(
      [
        [width * x, height * 0.84],
        [width * x, height * 0.64],
      ],
      KEY,
      2,
    )
    at.circle(width * x, height * 0.58, height * 0.05, { fill: KEY })
    at.stroke(
      [
        [width * (x - 0.05), height * 0.72],
        [width * (x + 0.05), height * 0.72],
      ],
      KEY,
      2,
    )
  }
}

/** The process colors over each other, as on a proof, with register marks and a color bar. */
export function proof(pen: Pen, width: number, height: number): void {
  const r = Math.min(width, height) * 0.23
  const [x, y] = [width * 0.5, height * 0.42]
  const circles = [
    [x - r * 0.55, y + r * 0.3, CYAN],
    [x + r * 0.55, y + r * 0.3, MAGENTA],
    [x, y - r * 0.6, YELLOW],
  ] as const
  for (const [a, b, fill] of circles) pen.circle(a, b, r, { fill, opacity: 0.86 })
  const bar = [CYAN, MAGENTA, YELLOW, KEY]
  bar.forEach((fill, at) =>
    pen.rect(width * 0.1 + at * width * 0.06, height * 0.06, width * 0.06, height * 0.05, { fill }),
  )
  for (const [a, b] of [
    [0.9, 0.1],
    [0.9, 0.88],
    [0.1, 0.88],
  ] as const) {
    pen.circle(width * a, height * b, r * 0.12, { line: KEY, weight: FINE_LINE })
    pen.stroke(
      [
        [width * a - r * 0.22, height * b],
        [width * a + r * 0.22, height * b],
      ],
      KEY,
    )
    pen.stroke(
      [
        [width * a, height * b - r * 0.22],
        [width * a, height * b + r * 0.22],
      ],
      KEY,
    )
  }
  pen.bars(
    [
      [width * 0.2, height * 0.79, width * 0.5, height * 0.04],
      [width * 0.2, height * 0.86, width * 0.34, height * 0.025],
    ],
    KEY,
  )
}

/** A heart in outline or full. */
export function heart(
  pen: Pen,
  x: number,
  y: number,
  size: number,
  ink: { readonly fill?: string; readonly line?: string; readonly weight?: number },
): void {
  const s = size / 2
  pen.curve(
    [
      [x, y + s],
      [x - s * 1.4, y + s * 0.1],
      [x - s * 1.1, y - s],
      [x - s * 0.45, y - s * 0.9],
      [x - s * 0.15, y - s * 0.85],
      [x, y - s * 0.6],
      [x, y - s * 0.4],
      [x, y - s * 0.6],
      [x + s * 0.15, y - s * 0.85],
      [x + s * 0.45, y - s * 0.9],
      [x + s * 1.1, y - s],
      [x + s * 1.4, y + s * 0.1],
      [x, y + s],
    ],
    ink,
  )
}
