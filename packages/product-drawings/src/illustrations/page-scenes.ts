import { text } from '../artwork.ts'
import { CYAN, KEY, MAGENTA, PALETTES, PAPER, tinted, YELLOW } from '../casings.ts'
import { FINE_LINE } from '../svg.ts'
import { Model } from '../model.ts'
import { carton } from '../models/carton.ts'
import { pencilCup } from './props.ts'
import { heart } from './printed-props.ts'
import { flaps, openCarton } from './carton-props.ts'
import { key, magnifier, paperJam, parcel } from './set-pieces.ts'
import type { Illustration } from './illustration.ts'

/** Pictures of empty, missing and finished pages. */
export const pageScenes = {
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
} satisfies Record<string, Illustration>
