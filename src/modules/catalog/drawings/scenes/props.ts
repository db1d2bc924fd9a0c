import { CYAN, KEY, MAGENTA, PALETTES, PAPER, SKY, STEEL, tinted, YELLOW } from '../casings.ts'
import { FINE_LINE } from '../easel.ts'
import { Model } from '../model.ts'
import type { Pen } from '../pen.ts'

const WOOD = { lit: '#ecd7b2', plain: '#d8bd8f', shade: '#a98b57', line: '#3a3122' }

/** A table top; its upper side lies at y 0. */
export function table(width: number, deep: number): Model {
  const model = new Model()
  model.box([-width / 2, -22, -deep / 2], [width / 2, 0, deep / 2], WOOD, 14).on('top', (pen) => {
    pen.stroke(
      [
        [width * 0.08, deep * 0.22],
        [width * 0.4, deep * 0.22],
      ],
      WOOD.plain,
    )
    pen.stroke(
      [
        [width * 0.55, deep * 0.7],
        [width * 0.94, deep * 0.7],
      ],
      WOOD.plain,
    )
    pen.stroke(
      [
        [width * 0.12, deep * 0.86],
        [width * 0.3, deep * 0.86],
      ],
      WOOD.plain,
    )
  })
  return model
}

export function mug(colour: string): Model {
  const model = new Model()
  model
    .cylinder('y', [0, 0], 34, 0, 76, tinted(colour))
    .on('top', (pen) => pen.ellipse(34, 34, 28, 28, { fill: '#4a2f1f', line: KEY, weight: FINE_LINE }))
  model.cable(
    [
      [34, 60, 0],
      [64, 62, 0],
      [64, 18, 0],
      [34, 18, 0],
    ],
    7,
    tinted(colour),
  )
  return model
}

export function pencilCup(): Model {
  const model = new Model()
  const pencils = [
    [-12, CYAN, 150],
    [4, YELLOW, 168],
    [16, MAGENTA, 140],
  ] as const
  for (const [x, colour, tall] of pencils) {
    model.cylinder('y', [x, 0], 6, 40, tall, tinted(colour))
    model.cylinder('y', [x, 0], 3, tall, tall + 12, WOOD)
  }
  model.cylinder('y', [0, 0], 30, 0, 84, PALETTES.chalk.body)
  return model
}

export function books(): Model {
  const model = new Model()
  const pile = [
    [CYAN, 150, 30, 0],
    ['#e8e2d4', 136, 24, 10],
    [MAGENTA, 142, 34, -8],
    [YELLOW, 118, 22, 12],
  ] as const
  let base = 0
  for (const [colour, width, tall, slip] of pile) {
    model
      .box([-width / 2 + slip, base, -54], [width / 2 + slip, base + tall, 54], tinted(colour))
      .on('front', (pen) =>
        pen.bars(
          [
            [12, tall * 0.3, 46, tall * 0.16],
            [12, tall * 0.58, 28, tall * 0.12],
          ],
          colour === CYAN || colour === MAGENTA ? '#ffffff' : KEY,
        ),
      )
      .on('right', (pen) => pen.rect(4, 4, 104, tall - 8, { fill: PAPER.lit, line: KEY, weight: 1 }))
    base += tall
  }
  return model
}

export function laptop(screen: (pen: Pen, width: number, height: number) => void): Model {
  const model = new Model()
  model.box([-150, 0, -96], [150, 11, 96], STEEL, 12).on('top', (pen) => {
    pen.rect(24, 14, 252, 92, { fill: '#3d3b36' }, 6)
    pen.bars(
      Array.from({ length: 4 }, (_, row) => [32, 22 + row * 20, 236, 2] as const),
      '#6b675e',
    )
    pen.rect(106, 118, 88, 54, { line: STEEL.shade, weight: FINE_LINE }, 5)
  })
  model
    .prism(
      'x',
      [
        [-92, 10],
        [-86, 12],
        [-142, 200, 5],
        [-150, 198, 5],
      ],
      -150,
      150,
      STEEL,
    )
    .onSlope([-142, 200], [-86, 12], (pen) => {
      pen.rect(5, 5, 290, 186, { fill: KEY }, 8)
      screen(pen.at(14, 14), 272, 166)
    })
  return model
}

export function phone(picture: (pen: Pen, width: number, height: number) => void): Model {
  const model = new Model()
  model.box([-34, 0, -68], [34, 8, 68], tinted('#3d3b36'), 12).on('top', (pen) => {
    pen.rect(4, 5, 60, 126, { fill: '#fbfaf6' }, 8)
    picture(pen.at(8, 20), 52, 70)
    pen.rect(16, 102, 36, 14, { fill: CYAN }, 7)
  })
  return model
}

export function plant(): Model {
  const model = new Model()
  const leaf = '#3f7a41'
  const leaves = [
    [-64, 150, -30],
    [-30, 196, 0],
    [14, 210, 10],
    [52, 170, 0],
    [74, 128, 30],
  ] as const
  for (const [x, y, z] of leaves) {
    model.free([-80, 70, -30], [80, 210, 30], (easel) => {
      const on = (a: number, b: number, c: number): readonly [number, number] => easel.project([a, b, c])
      easel.include([x, y, z])
      easel.mark(
        [
          { op: 'M', points: [on(0, 66, 0)] },
          { op: 'C', points: [on(x * 0.1 - 26, 110, z), on(x - 24, y - 40, z), on(x, y, z)] },
          { op: 'C', points: [on(x + 18, y - 50, z), on(x * 0.4 + 20, 100, z), on(0, 66, 0)] },
        ],
        { fill: x % 4 === 0 ? leaf : '#2d6a2e', line: '#163a18' },
      )
    })
  }
  model.prism(
    'y',
    [
      [-36, -36, 30],
      [36, -36, 30],
      [36, 36, 30],
      [-36, 36, 30],
    ],
    0,
    70,
    PALETTES.sand.trim,
  )
  return model
}

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

/** The process colours over each other, as on a proof, with register marks and a colour bar. */
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

/** An open carton, empty but for its lining. */
export function openCarton(): Model {
  const model = new Model()
  const [w, h, d] = [150, 150, 110]
  const inside = { ...WOOD, lit: '#b89b68', plain: '#c7aa77', shade: '#8f7344' }
  model
    .box([-w, 0, -d], [w, h, d], WOOD)
    .on('top', (pen) => pen.recess(6, 6, 2 * w - 12, 2 * d - 12, h - 10, inside))
    .on('front', (pen) => {
      pen.rect(28, 40, 84, 62, { fill: '#fbfaf6', line: WOOD.line, weight: FINE_LINE }, 2)
      pen.bars(
        [
          [38, 52, 40, 6],
          [38, 66, 58, 4],
          [38, 76, 50, 4],
          [38, 86, 54, 4],
        ],
        '#8d8980',
      )
      pen.stroke(
        [
          [232, 100],
          [232, 62],
          [224, 72],
        ],
        WOOD.line,
        2,
      )
      pen.stroke(
        [
          [232, 62],
          [240, 72],
        ],
        WOOD.line,
        2,
      )
      pen.stroke(
        [
          [256, 100],
          [256, 62],
          [248, 72],
        ],
        WOOD.line,
        2,
      )
      pen.stroke(
        [
          [256, 62],
          [264, 72],
        ],
        WOOD.line,
        2,
      )
    })
  return model
}

/** The flaps of an open carton, to be added where they stand. */
export function flaps(model: Model): void {
  const [w, h, d] = [150, 150, 110]
  model.plate(
    [
      [-w, h, -d],
      [w, h, -d],
      [w + 16, h + 78, -d - 46],
      [-w - 16, h + 78, -d - 46],
    ],
    '#c7aa77',
    WOOD.line,
  )
  model.plate(
    [
      [-w, h, -d],
      [-w, h, d],
      [-w - 92, h + 40, d + 10],
      [-w - 92, h + 40, -d - 10],
    ],
    '#e0c79a',
    WOOD.line,
  )
  model.plate(
    [
      [w, h, -d],
      [w, h, d],
      [w + 92, h + 34, d + 10],
      [w + 92, h + 34, -d - 10],
    ],
    '#b89b68',
    WOOD.line,
  )
}
