import { shippingLabel } from '../artwork-codes.ts'
import { testPage } from '../artwork.ts'
import { BLACK, CYAN, KEY, MAGENTA, PALETTES, PAPER, SKY, tinted, YELLOW } from '../casings.ts'
import { FINE_LINE } from '../svg.ts'
import { Model } from '../model.ts'
import { allInOne } from '../models/inkjet.ts'
import { laser } from '../models/laser.ts'
import type { Pen } from '../pen.ts'
import { around, type Point2 } from '../space.ts'
import { proof } from './printed-props.ts'

/** The printer of the home page: an all-in-one whose sheet runs over the edge of the tray, full of color. */
export function heroPrinter(): Model {
  const course: Point2[] = [
    [150, 76],
    [190, 62],
    [250, 40],
    [300, 22],
    [340, 10],
    [372, 5],
    [440, 2],
    [520, 3],
  ]
  return allInOne(
    { palette: PALETTES.chalk, view: 'front', variant: 0 },
    { feeder: true, tank: false, print: { course, draw: (pen, width) => proof(pen, width, 382) } },
  ).model
}

/** Two ink bottles beside the machine. */
export function inkBottles(): Model {
  const model = new Model()
  ;[
    [0, CYAN],
    [66, YELLOW],
  ].forEach(([x, ink]) => {
    model.cylinder('y', [x as number, 0], 26, 0, 92, PAPER)
    model.box([(x as number) - 18, 14, 18], [(x as number) + 18, 74, 27], tinted(ink as string), 5)
    model.cylinder('y', [x as number, 0], 15, 92, 104, BLACK)
    model.cylinder('y', [x as number, 0], 11, 104, 130, tinted(ink as string))
  })
  return model
}

/** Three crayons that were put down. */
export function crayons(): Model {
  const model = new Model()
  ;[MAGENTA, CYAN, '#2d6a2e'].forEach((color, at) =>
    model.cylinder('x', [at * 26, 7], 7, -60 + at * 12, 40 + at * 12, tinted(color)),
  )
  return model
}

/** A key for the badge beside it. */
export function key(): Model {
  const model = new Model()
  model
    .cylinder('y', [0, -50], 34, 0, 9, tinted('#e0b23c'))
    .on('top', (pen) => pen.circle(34, 34, 16, { fill: '#f6f3ec', line: KEY }))
  model.prism(
    'y',
    [
      [-9, -20],
      [9, -20],
      [9, 62],
      [32, 62],
      [32, 78],
      [9, 78],
      [9, 92],
      [26, 92],
      [26, 108],
      [-9, 108],
    ],
    0,
    8,
    tinted('#e0b23c'),
  )
  return model
}

/** A magnifier that has found nothing. */
export function magnifier(): Model {
  const model = new Model()
  model.cylinder('y', [0, 0], 84, 0, 16, BLACK).on('top', (pen) => {
    pen.circle(84, 84, 68, { fill: SKY, line: KEY })
    pen.shape(
      [
        [44, 110],
        [100, 34],
        [118, 44],
        [62, 124],
      ],
      { fill: '#e6f5fa' },
    )
    pen
      .stroke(
        [
          [62, 106],
          [106, 62],
        ],
        KEY,
        3,
      )
      .stroke(
        [
          [62, 62],
          [106, 106],
        ],
        KEY,
        3,
      )
  })
  model.prism(
    'y',
    [
      [48, 68, 4],
      [70, 48, 4],
      [186, 154, 14],
      [160, 182, 14],
    ],
    0,
    18,
    tinted(MAGENTA),
  )
  return model
}

/** A sealed parcel with its label. */
export function parcel(): Model {
  const model = new Model()
  const card = { lit: '#ecd7b2', plain: '#d8bd8f', shade: '#a98b57', line: '#3a3122' }
  model
    .box([-190, 0, -130], [190, 210, 130], card)
    .on('top', (pen) => pen.rect(0, 110, 380, 40, { fill: '#f4e8cf' }))
    .on('right', (pen) => pen.rect(110, 0, 40, 66, { fill: '#cdb285' }))
    .on('front', (pen) => {
      pen.rect(36, 34, 150, 140, { fill: '#ffffff', line: card.line, weight: FINE_LINE }, 2)
      shippingLabel(pen.at(36, 34), 150, 140)
      ;[CYAN, MAGENTA, YELLOW, KEY].forEach((fill, at) => pen.rect(230 + at * 28, 164, 28, 12, { fill }))
    })
  return model
}

/** A laser printer whose page went in folds instead of out. */
export function paperJam(): Model {
  const model = new Model()
  model.place(laser({ palette: PALETTES.slate, view: 'open', variant: 2 }).model, [0, 0, 0])
  const folds: Point2[] = [
    [-40, 240],
    [-22, 312],
    [-2, 256],
    [22, 340],
    [44, 268],
    [70, 356],
    [92, 274],
    [112, 300],
  ]
  folds.slice(1).forEach((end, at) => {
    const slip = around([0, 6, -5, 8, -4, 5, 0], at)
    model.sheet([around(folds, at), end], -112 + slip, 104 + slip * 0.4, PAPER)
  })
  model.sheet(
    [
      [104, 424],
      [118, 350],
      [122, 286],
    ],
    -118,
    112,
    PAPER,
    (pen) => pageNumber(pen, 230),
  )
  model.sheet(
    [
      [130, 1],
      [250, 1],
    ],
    250,
    380,
    PAPER,
    (pen) => testPage(pen, 130, 120, true),
  )
  return model
}

/** 404 in large figures. */
function pageNumber(pen: Pen, width: number): void {
  const four = (x: number): void => {
    pen.shape(
      [
        [x + 30, 24],
        [x + 44, 24],
        [x + 16, 68],
        [x, 68],
      ],
      { fill: KEY },
    )
    pen.bars(
      [
        [x, 64, 58, 13],
        [x + 34, 42, 14, 56],
      ],
      KEY,
    )
  }
  four(width * 0.08)
  four(width * 0.67)
  pen.ellipse(width * 0.49, 61, 25, 37, { line: MAGENTA, weight: 8 })
}
