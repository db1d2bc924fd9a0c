import { BLACK, blend, CYAN, KEY, MAGENTA, SKY, YELLOW, type Material } from './casings.ts'
import { FINE_LINE } from './easel.ts'
import type { Pen } from './pen.ts'
import { around, type Point2 } from './space.ts'

const GREY = '#8d8980'
const PALE = '#e9e5db'

/** Lines of text as bars: `count` lines of `width`, the last one shorter. */
export function text(pen: Pen, x: number, y: number, width: number, count: number, gap: number, fill = GREY): void {
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

/** A printed page: a strip of the four colours (or of greys), a heading and text. */
export function testPage(pen: Pen, width: number, height: number, colour: boolean): void {
  const inks = colour ? [CYAN, MAGENTA, YELLOW, KEY] : [KEY, '#66635b', '#a29e94', '#d8d4ca']
  const cell = width * 0.185
  inks.forEach((fill, at) => pen.rect(width * 0.1 + at * cell * 1.1, height * 0.09, cell, height * 0.15, { fill }))
  pen.bars([[width * 0.1, height * 0.32, width * 0.5, height * 0.045]], KEY)
  text(pen, width * 0.1, height * 0.44, width * 0.8, 6, height * 0.085)
}

/** A letter with heading, text and a small chart. */
export function letter(pen: Pen, width: number, height: number, colour: boolean): void {
  pen.bars([[width * 0.12, height * 0.1, width * 0.42, height * 0.04]], KEY)
  text(pen, width * 0.12, height * 0.2, width * 0.76, 5, height * 0.06)
  const bars = [0.12, 0.2, 0.16, 0.26, 0.22]
  bars.forEach((tall, at) =>
    pen.rect(width * (0.14 + at * 0.15), height * (0.86 - tall), width * 0.1, height * tall, {
      fill: colour
        ? around([CYAN, CYAN, YELLOW, MAGENTA, CYAN], at)
        : around([GREY, '#66635b', GREY, KEY, '#66635b'], at),
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
      fill === PALE || fill === SKY || fill === YELLOW ? GREY : '#ffffff',
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
      GREY,
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

/** What the customer sees: the sum and a thank-you in colour. */
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
      GREY,
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

/** A shipping label with address, bar code and one coloured mark. */
export function shippingLabel(pen: Pen, width: number, height: number): void {
  pen.rect(width * 0.06, height * 0.06, width * 0.2, height * 0.16, { fill: KEY })
  text(pen, width * 0.34, height * 0.08, width * 0.5, 3, height * 0.065)
  pen.bars([[width * 0.06, height * 0.3, width * 0.88, 1.2]], KEY)
  squareCode(pen, width * 0.66, height * 0.36, Math.min(width * 0.28, height * 0.22))
  text(pen, width * 0.08, height * 0.38, width * 0.46, 3, height * 0.07, KEY)
  barCode(pen, width * 0.12, height * 0.68, width * 0.76, height * 0.2)
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
