import { letter, photo, text } from '../artwork.ts'
import { CYAN, KEY, MAGENTA, PALETTES, PAPER, tinted, YELLOW, type Casing } from '../casings.ts'
import { picture } from '../draw-product.ts'
import { FINE_LINE, UNITS } from '../easel.ts'
import { logoMark } from '../logo-mark.ts'
import { Model } from '../model.ts'
import { inkjet, officeInkjet, tankInkjet } from '../models/inkjet.ts'
import { laser, workgroupLaser } from '../models/laser.ts'
import { compactPhotoPrinter, pocketPhotoPrinter, widePhotoPrinter } from '../models/photo-printer.ts'
import { carton } from '../models/point-of-sale.ts'
import type { Look, View } from '../models/shot.ts'
import type { Viewpoint } from '../space.ts'
import { books, childsDrawing, flaps, heart, laptop, mug, openCarton, pencilCup, phone, plant, table } from './props.ts'
import { crayons, heroPrinter, inkBottles, key, magnifier, paperJam, parcel } from './set-pieces.ts'

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
    width: 720,
    height: 640,
    halftone: [420, 280, 250],
    build: () => {
      const model = new Model()
      model.place(heroPrinter(), [0, 0, 0])
      model.place(mug(MAGENTA), [292, 0, 210])
      model.sheet(
        [
          [250, 1],
          [390, 1],
        ],
        -330,
        -190,
        PAPER,
        (pen) => photo(pen, 140, 140, 1, 0.06),
      )
      model.place(inkBottles(), [-272, 0, 130])
      return model
    },
  },
  student: {
    title: 'A desk with a laptop, books and a small laser printer',
    viewpoint: { turn: 24, rise: 22 },
    width: 560,
    height: 440,
    halftone: [280, 190, 170],
    build: () => {
      const model = new Model()
      model.place(table(800, 560), [0, 0, 60])
      model.place(laser(look('chalk')).model, [-180, 0, -60], 0.95)
      model.place(
        laptop((pen, w, h) => {
          pen.rect(0, 0, w, h, { fill: '#fbfaf6' })
          letter(pen.at(w * 0.3, 6), w * 0.4, h - 12, true)
        }),
        [130, 0, 190],
        1.1,
      )
      model.place(books(), [230, 0, -130], 1.15)
      model.place(pencilCup(), [-90, 0, 230])
      return model
    },
  },
  family: {
    title: 'A family printer with a child’s drawing and a plant',
    viewpoint: { turn: -26, rise: 24 },
    width: 560,
    height: 440,
    halftone: [290, 190, 170],
    build: () => {
      const model = new Model()
      model.place(table(760, 600), [20, 0, 90])
      model.place(inkjet(look('cobalt', 'front', 0)).model, [-110, 0, -20])
      model.place(plant(), [290, 0, -110], 1.25)
      model.place(mug(YELLOW), [280, 0, 110])
      model.sheet(
        [
          [190, 1],
          [340, 1],
        ],
        90,
        300,
        PAPER,
        (pen) => childsDrawing(pen, 210, 150),
      )
      model.place(crayons(), [10, 0, 270])
      return model
    },
  },
  photo: {
    title: 'A photo printer with a phone and prints beside it',
    viewpoint: { turn: 22, rise: 30 },
    width: 560,
    height: 440,
    halftone: [280, 180, 170],
    build: () => {
      const model = new Model()
      model.place(table(500, 440), [0, 0, 90])
      model.place(compactPhotoPrinter(look('chalk')).model, [-90, 0, -10], 1.15)
      model.place(
        phone((pen, w, h) => photo(pen, w, h, 0, 0)),
        [150, 0, 40],
      )
      model.sheet(
        [
          [170, 1],
          [240, 1],
        ],
        -20,
        84,
        PAPER,
        (pen) => photo(pen, 104, 70, 1, 0.07),
      )
      model.sheet(
        [
          [196, 2],
          [266, 2],
        ],
        104,
        208,
        PAPER,
        (pen) => photo(pen, 104, 70, 2, 0.07),
      )
      model.sheet(
        [
          [204, 1],
          [274, 1],
        ],
        -180,
        -76,
        PAPER,
        (pen) => photo(pen, 104, 70, 0, 0.07),
      )
      return model
    },
  },
  'printers-hero': {
    title: 'Three printers: a colour laser, an office inkjet and a tank printer',
    viewpoint: { turn: 22, rise: 18 },
    width: 720,
    height: 450,
    halftone: [380, 200, 190],
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
    width: 720,
    height: 480,
    halftone: [380, 220, 210],
    build: () => {
      const model = new Model()
      model.place(widePhotoPrinter(look('ink', 'open')).model, [0, 0, 0])
      model.place(pocketPhotoPrinter({ ...look('sand', 'front'), variant: 2 }).model, [410, 0, 190], 1.2)
      model.sheet(
        [
          [390, 1],
          [500, 1],
        ],
        -330,
        -170,
        PAPER,
        (pen) => photo(pen, 160, 110, 1, 0.07),
      )
      model.sheet(
        [
          [420, 2],
          [530, 2],
        ],
        -150,
        10,
        PAPER,
        (pen) => photo(pen, 160, 110, 2, 0.07),
      )
      return model
    },
  },
  'empty-cart': {
    title: 'An open carton with nothing in it',
    viewpoint: { turn: 28, rise: 32 },
    width: 480,
    height: 380,
    halftone: [240, 170, 140],
    build: () => {
      const model = new Model()
      model.place(openCarton(), [0, 0, 0])
      flaps(model)
      model.sheet(
        [
          [150, 1],
          [240, 1],
        ],
        60,
        180,
        PAPER,
        (pen) => {
          pen.bars([[14, 14, 50, 7]], KEY)
          for (const row of [0, 1, 2])
            pen
              .rect(14, 32 + row * 17, 9, 9, { line: '#8d8980', weight: FINE_LINE })
              .bars([[32, 34 + row * 17, 60 - row * 12, 4]], '#d9d4c8')
        },
      )
      return model
    },
  },
  'empty-wishlist': {
    title: 'A picture frame with the outline of a heart',
    viewpoint: { turn: 22, rise: 14 },
    width: 480,
    height: 380,
    halftone: [240, 170, 140],
    build: () => {
      const model = new Model()
      model.prism(
        'x',
        [
          [-30, 150],
          [-24, 150],
          [-110, 0],
          [-122, 0],
        ],
        -16,
        16,
        PALETTES.sand.body,
      )
      model
        .prism(
          'x',
          [
            [20, 0],
            [34, 0],
            [-36, 270],
            [-50, 270],
          ],
          -130,
          130,
          PALETTES.sand.trim,
        )
        .onSlope([-36, 270], [34, 0], (pen) => {
          pen.rect(18, 18, 224, 242, { fill: '#fffdf8', line: KEY, weight: FINE_LINE })
          heart(pen, 130, 136, 120, { line: MAGENTA, weight: 3 })
          pen.bars(
            [
              [86, 216, 88, 5],
              [104, 228, 52, 4],
            ],
            '#d9d4c8',
          )
        })
      model.place(pencilCup(), [210, 0, 40], 0.8)
      return model
    },
  },
  'no-results': {
    title: 'A magnifier over an empty page',
    viewpoint: { turn: -24, rise: 46 },
    width: 480,
    height: 380,
    halftone: [250, 180, 140],
    build: () => {
      const model = new Model()
      for (const page of [0, 1, 2]) {
        model.sheet(
          [
            [-160 + page * 4, 1 + page * 3],
            [160 + page * 4, 1 + page * 3],
          ],
          -120 + page * 6,
          120 + page * 6,
          PAPER,
          (pen) => {
            if (page < 2) return
            pen.bars([[28, 34, 92, 9]], KEY)
            text(pen, 28, 62, 184, 4, 18, '#d9d4c8')
            text(pen, 28, 216, 184, 5, 18, '#d9d4c8')
          },
        )
      }
      model.place(magnifier(), [20, 14, 10])
      return model
    },
  },
  'not-found': {
    title: 'A paper jam: page 404 is stuck in the printer',
    viewpoint: { turn: 25, rise: 22 },
    width: 640,
    height: 480,
    halftone: [330, 200, 180],
    build: paperJam,
  },
  'sign-in': {
    title: 'A name badge with its ribbon, and a key',
    viewpoint: { turn: -18, rise: 44 },
    width: 400,
    height: 300,
    halftone: [200, 130, 120],
    build: () => {
      const model = new Model()
      model.cable(
        [
          [-10, 4, -96],
          [-60, 4, -150],
          [-150, 2, -110],
          [-180, 2, -40],
          [-196, 2, 0],
          [-150, 2, 40],
          [-110, 2, 20],
        ],
        9,
        tinted(MAGENTA),
      )
      model.box([-90, 0, -90], [90, 6, 130], PAPER, 14).on('top', (pen) => {
        pen.rect(0, 0, 180, 44, { fill: CYAN }, 12).rect(66, 14, 48, 12, { fill: KEY }, 6)
        pen.circle(90, 88, 24, { fill: YELLOW, line: KEY, weight: FINE_LINE })
        pen.curve(
          [
            [44, 150],
            [46, 118],
            [70, 116],
            [90, 116],
            [110, 116],
            [134, 118],
            [136, 150],
          ],
          { fill: KEY },
        )
        pen.bars(
          [
            [50, 168, 80, 9],
            [62, 186, 56, 6],
          ],
          KEY,
        )
      })
      model.place(key(), [150, 0, 40])
      return model
    },
  },
  'order-confirmed': {
    title: 'A sealed parcel with its label and a page with a tick',
    viewpoint: { turn: 26, rise: 24 },
    width: 560,
    height: 420,
    halftone: [280, 180, 160],
    build: () => {
      const model = new Model()
      model.place(parcel(), [-60, 0, 0])
      model.place(carton(150, 96, 120), [-20, 210, -10])
      model
        .prism(
          'x',
          [
            [60, 0],
            [66, 0],
            [24, 200],
            [18, 200],
          ],
          150,
          300,
          PAPER,
        )
        .onSlope([24, 200], [66, 0], (pen) => {
          pen.circle(75, 72, 40, { fill: CYAN })
          pen.stroke(
            [
              [56, 72],
              [70, 88],
              [96, 56],
            ],
            '#ffffff',
            7,
          )
          pen.bars(
            [
              [30, 132, 90, 8],
              [30, 150, 70, 5],
              [30, 164, 80, 5],
              [30, 178, 50, 5],
            ],
            KEY,
          )
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
  const marks = build()
    .seenFrom(viewpoint)
    .toSvg({ left: 24, top: 24, width: width - 48, height: height - 52 })
  const svg = picture(width, height, title, dots(...halftone) + marks)
  drawn.set(name, svg)
  return svg
}

/**
 * The drawing behind a file name under /images/illustrations/, such as `not-found.svg`, or null when there is none;
 * `logo-mark.svg` is the shop's mark.
 */
export function illustrationImage(fileName: string): string | null {
  if (fileName === 'logo-mark.svg') return logoMark()
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
