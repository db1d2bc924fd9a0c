import { KEY } from './casings.ts'
import type { Pen } from './pen.ts'
import { around } from './space.ts'
import { GRAY, text } from './artwork.ts'

/** A bar code of a given size. */
export function barCode(pen: Pen, x: number, y: number, width: number, height: number): void {
  const modules = [2, 1, 1, 2, 3, 1, 1, 3, 2, 1, 2, 2, 1, 1, 3, 1, 2, 2, 1, 3, 1, 1, 2, 1, 2]
  const unitWidth = width / modules.reduce((sum, module) => sum + module, 0)
  let at = x
  const rects: [number, number, number, number][] = []
  modules.forEach((module, index) => {
    if (index % 2 === 0) rects.push([at, y, module * unitWidth, height])
    at += module * unitWidth
  })
  pen.bars(rects, KEY)
}

/** A square code of modules, with its three corner marks. */
export function squareCode(pen: Pen, x: number, y: number, size: number): void {
  const cell = size / 9
  const marks = [
    [0, 0],
    [6, 0],
    [0, 6],
  ] as const
  const dots = [
    [4, 0],
    [4, 2],
    [5, 3],
    [3, 4],
    [7, 4],
    [0, 4],
    [4, 5],
    [6, 6],
    [8, 6],
    [5, 8],
    [7, 8],
    [8, 5],
    [4, 7],
  ] as const
  pen.bars(
    marks.map(([a, b]) => [x + a * cell, y + b * cell, cell * 3, cell * 3] as const),
    KEY,
  )
  pen.bars(
    marks.map(([a, b]) => [x + (a + 0.7) * cell, y + (b + 0.7) * cell, cell * 1.6, cell * 1.6] as const),
    '#ffffff',
  )
  pen.bars(
    marks.map(([a, b]) => [x + (a + 1.1) * cell, y + (b + 1.1) * cell, cell * 0.8, cell * 0.8] as const),
    KEY,
  )
  pen.bars(
    dots.map(([a, b]) => [x + a * cell, y + b * cell, cell, cell] as const),
    KEY,
  )
}

/** A receipt: shop, lines, sum and a bar code. */
export function receipt(pen: Pen, width: number, height: number): void {
  pen.bars([[width * 0.28, height * 0.06, width * 0.44, height * 0.035]], KEY)
  const rows = 6
  for (let row = 0; row < rows; row += 1) {
    const y = height * (0.16 + row * 0.07)
    pen.bars(
      [
        [width * 0.12, y, width * around([0.4, 0.32, 0.46, 0.28, 0.38, 0.34], row), height * 0.022],
        [width * 0.74, y, width * 0.14, height * 0.022],
      ],
      GRAY,
    )
  }
  pen.bars([[width * 0.12, height * 0.61, width * 0.76, height * 0.006 + 0.6]], KEY)
  pen.bars(
    [
      [width * 0.12, height * 0.65, width * 0.3, height * 0.04],
      [width * 0.66, height * 0.65, width * 0.22, height * 0.04],
    ],
    KEY,
  )
  barCode(pen, width * 0.2, height * 0.76, width * 0.6, height * 0.14)
}

/** A shipping label with address, bar code and one colored mark. */
export function shippingLabel(pen: Pen, width: number, height: number): void {
  pen.rect(width * 0.06, height * 0.06, width * 0.2, height * 0.16, { fill: KEY })
  text(pen, width * 0.34, height * 0.08, width * 0.5, 3, height * 0.065)
  pen.bars([[width * 0.06, height * 0.3, width * 0.88, 1.2]], KEY)
  squareCode(pen, width * 0.66, height * 0.36, Math.min(width * 0.28, height * 0.22))
  text(pen, width * 0.08, height * 0.38, width * 0.46, 3, height * 0.07, KEY)
  barCode(pen, width * 0.12, height * 0.68, width * 0.76, height * 0.2)
}
