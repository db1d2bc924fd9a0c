import { letter, photo, shippingLabel, testPage, text } from '../artwork.ts'
import { BLACK, CYAN, KEY, MAGENTA, PALETTES, PAPER, SKY, tinted, YELLOW, type Casing } from '../casings.ts'
import { picture } from '../draw-product.ts'
import { FINE_LINE, UNITS } from '../easel.ts'
import { Model } from '../model.ts'
import { allInOne, inkjet, officeInkjet, tankInkjet } from '../models/inkjet.ts'
import { laser, workgroupLaser } from '../models/laser.ts'
import { compactPhotoPrinter, pocketPhotoPrinter, widePhotoPrinter } from '../models/photo-printer.ts'
import { carton } from '../models/point-of-sale.ts'
import type { Look, View } from '../models/shot.ts'
import type { Pen } from '../pen.ts'
import type { Point2, Viewpoint } from '../space.ts'
import { books, childsDrawing, flaps, heart, laptop, mug, openCarton, pencilCup, phone, plant, proof, table } from './props.ts'

interface Scene {
  readonly title: string
  readonly build: () => Model
  readonly viewpoint: Viewpoint
  readonly width: number
  readonly height: number
  /** A field of halftone dots behind the scene: its middle and radius on the sheet. */
  readonly halftone: readonly [number, number, number]
}

const look = (casing: Casing, view: View = 'front', variant = 0): Look => ({ palette: PALETTES[casing], view, variant })

const SCENES = {
  'home-hero': {
    title: 'A printer puts out a proof in four colours',
    viewpoint: { turn: 27, rise: 20 },
    width: 720, height: 640, halftone: [420, 270, 250],
    build: () => {
      const model = new Model()
      model.place(heroPrinter(), [0, 0, 0])
      model.place(mug(MAGENTA), [292, 0, 210])
      model.sheet([[250, 1], [390, 1]], -330, -190, PAPER, (pen) => photo(pen, 140, 140, 1, 0.06))
      model.place(inkBottles(), [-272, 0, 130])
      return model
    },
  },
  'student': {
    title: 'A desk with a laptop, books and a small laser printer',
    viewpoint: { turn: 24, rise: 22 },
    width: 560, height: 440, halftone: [280, 190, 170],
    build: () => {
      const model = new Model()
      model.place(table(940, 480), [0, 0, 40])
      model.place(laser(look('chalk')).model, [-250, 0, -20], 0.95)
      model.place(laptop((pen, w, h) => {
        pen.rect(0, 0, w, h, { fill: '#fbfaf6' })
        letter(pen.at(w * 0.3, 6), w * 0.4, h - 12, true)
      }), [150, 0, 60])
      model.place(books(), [380, 0, -60])
      model.place(pencilCup(), [370, 0, 130])
      return model
    },
  },
  'family': {
    title: 'A family printer with a child’s drawing and a plant',
    viewpoint: { turn: -26, rise: 24 },
    width: 560, height: 440, halftone: [290, 190, 170],
    build: () => {
      const model = new Model()
      model.place(table(900, 500), [0, 0, 70])
      model.place(inkjet(look('cobalt', 'front', 0)).model, [-110, 0, -20])
      model.place(plant(), [310, 0, -90])
      model.place(mug(YELLOW), [220, 0, 40])
      model.sheet([[130, 1], [280, 1]], 130, 340, PAPER, (pen) => childsDrawing(pen, 210, 150))
      model.place(crayons(), [60, 0, 250])
      return model
    },
  },
  'photo': {
    title: 'A photo printer with a phone and prints beside it',
    viewpoint: { turn: 22, rise: 30 },
    width: 560, height: 440, halftone: [280, 180, 170],
    build: () => {
      const model = new Model()
      model.place(table(560, 420), [0, 0, 90])
      model.place(compactPhotoPrinter(look('chalk')).model, [-90, 0, -10], 1.15)
      model.place(phone((pen, w, h) => photo(pen, w, h, 0, 0)), [150, 0, 40])
      model.sheet([[170, 1], [240, 1]], -20, 84, PAPER, (pen) => photo(pen, 104, 70, 1, 0.07))
      model.sheet([[196, 2], [266, 2]], 104, 208, PAPER, (pen) => photo(pen, 104, 70, 2, 0.07))
      model.sheet([[204, 1], [274, 1]], -180, -76, PAPER, (pen) => photo(pen, 104, 70, 0, 0.07))
      return model
    },
  },
  'printers-hero': {
    title: 'Three printers: a colour laser, an office inkjet and a tank printer',
    viewpoint: { turn: 22, rise: 18 },
    width: 720, height: 480, halftone: [380, 210, 200],
    build: () => {
      const model = new Model()
      model.place(workgroupLaser(look('slate', 'front', 1)).model, [-470, 0, -80], 0.96)
      model.place(officeInkjet(look('chalk')).model, [0, 0, 20])
      model.place(tankInkjet(look('cobalt', 'front', 0)).model, [480, 0, 60])
      return model
    },
  },
  'photo-printers-hero': {
    title: 'A wide photo printer with a large print and smaller ones',
    viewpoint: { turn: 24, rise: 24 },
    width: 720, height: 520, halftone: [380, 220, 210],
    build: () => {
      const model = new Model()
      model.place(widePhotoPrinter(look('ink', 'open')).model, [0, 0, 0])
      model.place(pocketPhotoPrinter({ ...look('sand', 'front'), variant: 2 }).model, [410, 0, 190], 1.2)
      model.sheet([[390, 1], [500, 1]], -330, -170, PAPER, (pen) => photo(pen, 160, 110, 1, 0.07))
      model.sheet([[420, 2], [530, 2]], -150, 10, PAPER, (pen) => photo(pen, 160, 110, 2, 0.07))
      return model
    },
  },
  'empty-cart': {
    title: 'An open carton with nothing in it',
    viewpoint: { turn: 28, rise: 32 },
    width: 480, height: 380, halftone: [240, 170, 140],
    build: () => {
      const model = new Model()
      model.place(openCarton(), [0, 0, 0])
      flaps(model)
      model.sheet([[150, 1], [240, 1]], 60, 180, PAPER, (pen) => {
        pen.bars([[14, 14, 50, 7]], KEY)
        for (const row of [0, 1, 2]) pen.rect(14, 32 + row * 17, 9, 9, { line: '#8d8980', weight: FINE_LINE }).bars([[32, 34 + row * 17, 60 - row * 12, 4]], '#d9d4c8')
      })
      return model
    },
  },
  'empty-wishlist': {
    title: 'A picture frame with the outline of a heart',
    viewpoint: { turn: 22, rise: 14 },
    width: 480, height: 380, halftone: [240, 170, 140],
    build: () => {
      const model = new Model()
      model.prism('x', [[-30, 150], [-24, 150], [-110, 0], [-122, 0]], -16, 16, PALETTES.sand.body)
      model.prism('x', [[20, 0], [34, 0], [-36, 270], [-50, 270]], -130, 130, PALETTES.sand.trim)
        .onSlope([-36, 270], [34, 0], (pen) => {
          pen.rect(18, 18, 224, 242, { fill: '#fffdf8', line: KEY, weight: FINE_LINE })
          heart(pen, 130, 136, 120, { line: MAGENTA, weight: 3 })
          pen.bars([[86, 216, 88, 5], [104, 228, 52, 4]], '#d9d4c8')
        })
      model.place(pencilCup(), [210, 0, 40], 0.8)
      return model
    },
  },
  'no-results': {
    title: 'A magnifier over an empty page',
    viewpoint: { turn: -24, rise: 46 },
    width: 480, height: 380, halftone: [250, 180, 140],
    build: () => {
      const model = new Model()
      for (const page of [0, 1, 2]) {
        model.sheet([[-160 + page * 4, 1 + page * 3], [160 + page * 4, 1 + page * 3]], -120 + page * 6, 120 + page * 6, PAPER, (pen) => {
          if (page < 2) return
          pen.bars([[28, 34, 92, 9]], KEY)
          text(pen, 28, 62, 184, 4, 18, '#d9d4c8')
          text(pen, 28, 216, 184, 5, 18, '#d9d4c8')
        })
      }
      model.place(magnifier(), [20, 14, 10])
      return model
    },
  },
  'not-found': {
    title: 'A paper jam: page 404 is stuck in the printer',
    viewpoint: { turn: 25, rise: 22 },
    width: 640, height: 480, halftone: [330, 200, 180],
    build: paperJam,
  },
  'order-confirmed': {
    title: 'A sealed parcel with its label and a page with a tick',
    viewpoint: { turn: 26, rise: 24 },
    width: 560, height: 420, halftone: [280, 180, 160],
    build: () => {
      const model = new Model()
      model.place(parcel(), [-60, 0, 0])
      model.place(carton(150, 96, 120), [-20, 210, -10])
      model.prism('x', [[60, 0], [66, 0], [24, 200], [18, 200]], 150, 300, PAPER)
        .onSlope([24, 200], [66, 0], (pen) => {
          pen.circle(75, 72, 40, { fill: CYAN })
          pen.stroke([[56, 72], [70, 88], [96, 56]], '#ffffff', 7)
          pen.bars([[30, 132, 90, 8], [30, 150, 70, 5], [30, 164, 80, 5], [30, 178, 50, 5]], KEY)
        })
      return model
    },
  },
} satisfies Record<string, Scene>

export type IllustrationName = keyof typeof SCENES
export const ILLUSTRATION_NAMES = Object.keys(SCENES) as readonly IllustrationName[]

const drawn = new Map<IllustrationName, string>()

/** Draws a scene as a standalone SVG with a transparent background; pure, and kept after the first call. */
export function drawIllustration(name: IllustrationName): string {
  const kept = drawn.get(name)
  if (kept !== undefined) return kept
  const { title, build, viewpoint, width, height, halftone }: Scene = SCENES[name]
  const marks = build().seenFrom(viewpoint).toSvg({ left: 24, top: 24, width: width - 48, height: height - 52 })
  const svg = picture(width, height, title, dots(...halftone) + marks)
  drawn.set(name, svg)
  return svg
}

/**
 * The drawing behind a file name under /images/illustrations/, such as `not-found.svg`, or null when there is none.
 */
export function illustrationImage(fileName: string): string | null {
  const name = ILLUSTRATION_NAMES.find((known) => `${known}.svg` === fileName)
  return name ? drawIllustration(name) : null
}

/** A round field of halftone dots that fades to its edge: round line ends without a line, one path for every size. */
function dots(x: number, y: number, radius: number): string {
  const grid = 14
  const sizes = new Map<number, string>()
  for (let row = -Math.ceil(radius / grid); row * grid <= radius; row += 1) {
    for (let column = -Math.ceil(radius / grid); column * grid <= radius; column += 1) {
      const [a, b] = [(column + (row % 2 === 0 ? 0 : 0.5)) * grid, row * grid]
      const size = Math.round(7 * Math.sqrt(Math.max(0, 1 - Math.hypot(a, b) / radius)))
      if (size < 2) continue
      sizes.set(size, `${sizes.get(size) ?? ''}M${Math.round((x + a) * UNITS)} ${Math.round((y + b) * UNITS)}h0`)
    }
  }
  const paths = [...sizes].map(([size, data]) => `<path d="${data}" stroke-width="${size * UNITS}"/>`).join('')
  return `<g stroke="${YELLOW}" opacity=".55">${paths}</g>`
}

/** The printer of the home page: an all-in-one whose sheet runs over the edge of the tray, full of colour. */
function heroPrinter(): Model {
  const course: Point2[] = [[150, 76], [190, 62], [250, 40], [300, 22], [340, 10], [372, 5], [440, 2], [520, 3]]
  return allInOne(look('chalk', 'front', 0), { feeder: true, tank: false, print: { course, draw: (pen, width) => proof(pen, width, 382) } }).model
}

/** Two ink bottles beside the machine. */
function inkBottles(): Model {
  const model = new Model()
  ;[[0, CYAN], [66, YELLOW]].forEach(([x, ink]) => {
    model.cylinder('y', [x as number, 0], 26, 0, 92, PAPER)
    model.box([(x as number) - 18, 14, 18], [(x as number) + 18, 74, 27], tinted(ink as string), 5)
    model.cylinder('y', [x as number, 0], 15, 92, 104, BLACK)
    model.cylinder('y', [x as number, 0], 11, 104, 130, tinted(ink as string))
  })
  return model
}

function crayons(): Model {
  const model = new Model()
  ;[MAGENTA, CYAN, '#2d6a2e'].forEach((colour, at) => model.cylinder('x', [at * 26, 7], 7, -60 + at * 12, 40 + at * 12, tinted(colour)))
  return model
}

function magnifier(): Model {
  const model = new Model()
  model.cylinder('y', [0, 0], 84, 0, 16, BLACK)
    .on('top', (pen) => {
      pen.circle(84, 84, 68, { fill: SKY, line: KEY })
      pen.shape([[44, 110], [100, 34], [118, 44], [62, 124]], { fill: '#e6f5fa' })
      pen.stroke([[62, 106], [106, 62]], KEY, 3).stroke([[62, 62], [106, 106]], KEY, 3)
    })
  model.prism('y', [[48, 68, 4], [70, 48, 4], [186, 154, 14], [160, 182, 14]], 0, 18, tinted(MAGENTA))
  return model
}

function parcel(): Model {
  const model = new Model()
  const card = { lit: '#ecd7b2', plain: '#d8bd8f', shade: '#a98b57', line: '#3a3122' }
  model.box([-190, 0, -130], [190, 210, 130], card)
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
function paperJam(): Model {
  const model = new Model()
  model.place(laser({ ...look('slate', 'open', 2) }).model, [0, 0, 0])
  const folds: Point2[] = [[-40, 240], [-22, 312], [-2, 256], [22, 340], [44, 268], [70, 356], [92, 274], [112, 300]]
  folds.slice(1).forEach((end, at) => {
    const slip = [0, 6, -5, 8, -4, 5, 0][at]!
    model.sheet([folds[at]!, end], -112 + slip, 104 + slip * 0.4, PAPER)
  })
  model.sheet([[104, 424], [118, 350], [122, 286]], -118, 112, PAPER, (pen) => pageNumber(pen, 230))
  model.sheet([[130, 1], [250, 1]], 250, 380, PAPER, (pen) => testPage(pen, 130, 120, true))
  return model
}

/** 404 in large figures. */
function pageNumber(pen: Pen, width: number): void {
  const four = (x: number): void => {
    pen.shape([[x + 30, 24], [x + 44, 24], [x + 16, 68], [x, 68]], { fill: KEY })
    pen.bars([[x, 64, 58, 13], [x + 34, 42, 14, 56]], KEY)
  }
  four(width * 0.08)
  four(width * 0.67)
  pen.ellipse(width * 0.49, 61, 25, 37, { line: MAGENTA, weight: 8 })
}
