import { CYAN, KEY, MAGENTA, PALETTES, PAPER, STEEL, tinted, YELLOW } from '../casings.ts'
import { FINE_LINE } from '../svg.ts'
import { Model } from '../model.ts'
import type { Pen } from '../pen.ts'

export const WOOD = { lit: '#ecd7b2', plain: '#d8bd8f', shade: '#a98b57', line: '#3a3122' }

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

export function mug(color: string): Model {
  const model = new Model()
  model
    .cylinder('y', [0, 0], 34, 0, 76, tinted(color))
    .on('top', (pen) => pen.ellipse(34, 34, 28, 28, { fill: '#4a2f1f', line: KEY, weight: FINE_LINE }))
  model.cable(
    [
      [34, 60, 0],
      [64, 62, 0],
      [64, 18, 0],
      [34, 18, 0],
    ],
    7,
    tinted(color),
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
  for (const [x, color, tall] of pencils) {
    model.cylinder('y', [x, 0], 6, 40, tall, tinted(color))
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
  for (const [color, width, tall, slip] of pile) {
    model
      .box([-width / 2 + slip, base, -54], [width / 2 + slip, base + tall, 54], tinted(color))
      .on('front', (pen) =>
        pen.bars(
          [
            [12, tall * 0.3, 46, tall * 0.16],
            [12, tall * 0.58, 28, tall * 0.12],
          ],
          color === CYAN || color === MAGENTA ? '#ffffff' : KEY,
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
    model.free([-80, 70, -30], [80, 210, 30], (scene) => {
      const on = (a: number, b: number, c: number): readonly [number, number] => scene.project([a, b, c])
      scene.include([x, y, z])
      scene.mark(
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
