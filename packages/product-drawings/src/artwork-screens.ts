import { GRAY, PALE } from './artwork.ts'
import { BLACK, blend, CYAN, KEY, MAGENTA, SKY, YELLOW, type Material } from './casings.ts'
import { FINE_LINE } from './svg.ts'
import type { Pen } from './pen.ts'
import { around } from './space.ts'

/** A touch screen of a printer: four tiles, and one that is being pressed. */
export function panelScreen(pen: Pen, width: number, height: number): void {
  pen.rect(0, 0, width, height, { fill: BLACK.shade, line: KEY, weight: FINE_LINE }, height * 0.1)
  pen.rect(width * 0.06, height * 0.1, width * 0.88, height * 0.8, { fill: SKY }, height * 0.05)
  const tile = Math.min(width * 0.24, height * 0.36)
  const tiles = [CYAN, '#ffffff', '#ffffff', '#ffffff', YELLOW, '#ffffff']
  tiles.forEach((fill, at) =>
    pen.rect(
      width * 0.13 + (at % 3) * width * 0.265,
      height * 0.18 + Math.floor(at / 3) * height * 0.36,
      tile,
      height * 0.28,
      { fill },
      height * 0.04,
    ),
  )
}

/** A small text display with a row of keys. */
export function panelKeys(pen: Pen, width: number, height: number, material: Material): void {
  pen.rect(0, 0, width, height, { fill: BLACK.shade, line: KEY, weight: FINE_LINE }, height * 0.2)
  pen.rect(width * 0.06, height * 0.2, width * 0.5, height * 0.6, { fill: SKY }, height * 0.06)
  pen.bars(
    [
      [width * 0.1, height * 0.34, width * 0.34, height * 0.12],
      [width * 0.1, height * 0.56, width * 0.22, height * 0.12],
    ],
    CYAN,
  )
  pen.circle(width * 0.68, height * 0.5, height * 0.16, { fill: material.lit })
  pen.circle(width * 0.86, height * 0.5, height * 0.16, { fill: YELLOW })
}

/** The screen of a till: products, the bill, the sum. */
export function tillScreen(pen: Pen, width: number, height: number): void {
  pen.rect(0, 0, width, height, { fill: '#fbfaf6' })
  pen
    .rect(0, 0, width, height * 0.1, { fill: KEY })
    .bars([[width * 0.03, height * 0.035, width * 0.16, height * 0.03]], '#ffffff')
  pen.circle(width * 0.95, height * 0.05, height * 0.022, { fill: YELLOW })
  const fills = [CYAN, PALE, YELLOW, PALE, SKY, PALE, PALE, MAGENTA, PALE, SKY, PALE, PALE]
  const [w, h] = [width * 0.135, height * 0.225]
  fills.forEach((fill, at) => {
    const [x, y] = [width * 0.03 + (at % 4) * w * 1.1, height * 0.15 + Math.floor(at / 4) * h * 1.1]
    pen.rect(x, y, w, h, { fill }, w * 0.08)
    pen.bars(
      [[x + w * 0.14, y + h * 0.76, w * 0.5, h * 0.08]],
      fill === PALE || fill === SKY || fill === YELLOW ? GRAY : '#ffffff',
    )
  })
  pen.rect(width * 0.65, height * 0.1, width * 0.35, height * 0.9, { fill: PALE })
  for (let line = 0; line < 5; line += 1) {
    const y = height * (0.17 + line * 0.085)
    pen.bars(
      [
        [width * 0.68, y, width * around([0.14, 0.11, 0.16, 0.1, 0.13], line), height * 0.025],
        [width * 0.9, y, width * 0.06, height * 0.025],
      ],
      GRAY,
    )
  }
  pen.bars([[width * 0.68, height * 0.64, width * 0.28, height * 0.008]], KEY)
  pen.bars(
    [
      [width * 0.68, height * 0.69, width * 0.09, height * 0.04],
      [width * 0.84, height * 0.69, width * 0.12, height * 0.04],
    ],
    KEY,
  )
  pen.rect(width * 0.68, height * 0.8, width * 0.28, height * 0.14, { fill: CYAN }, height * 0.02)
  pen.bars([[width * 0.76, height * 0.855, width * 0.12, height * 0.03]], '#ffffff')
}

/** What the customer sees: the sum and a thank-you in color. */
export function customerScreen(pen: Pen, width: number, height: number): void {
  pen.rect(0, 0, width, height, { fill: CYAN })
  pen.shape(
    [
      [width * 0.62, 0],
      [width, 0],
      [width, height],
      [width * 0.76, height],
    ],
    { fill: blend(CYAN, '#ffffff', 0.18) },
  )
  pen.circle(width * 0.84, height * 0.32, height * 0.12, { fill: '#ffffff' })
  pen.bars(
    [
      [width * 0.08, height * 0.18, width * 0.36, height * 0.08],
      [width * 0.08, height * 0.34, width * 0.22, height * 0.06],
    ],
    '#ffffff',
  )
  pen.rect(width * 0.08, height * 0.58, width * 0.5, height * 0.24, { fill: YELLOW }, height * 0.04)
  pen.bars([[width * 0.14, height * 0.66, width * 0.28, height * 0.08]], KEY)
}

/** A keypad of three columns. */
export function keypad(
  pen: Pen,
  x: number,
  y: number,
  width: number,
  height: number,
  rows: number,
  fill: string,
): void {
  const [w, h] = [width / 3, height / rows]
  pen.bars(
    Array.from(
      { length: rows * 3 },
      (_, at) => [x + (at % 3) * w + w * 0.12, y + Math.floor(at / 3) * h + h * 0.14, w * 0.76, h * 0.72] as const,
    ),
    fill,
  )
}
