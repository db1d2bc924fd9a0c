import { letter, photo } from '../artwork.ts'
import { MAGENTA, PAPER, YELLOW } from '../casings.ts'
import { Model } from '../model.ts'
import { inkjet, officeInkjet, tankInkjet } from '../models/inkjet.ts'
import { laser } from '../models/laser.ts'
import { workgroupLaser } from '../models/laser-workgroup.ts'
import { compactPhotoPrinter } from '../models/photo-printer-compact.ts'
import { pocketPhotoPrinter } from '../models/photo-printer-pocket.ts'
import { widePhotoPrinter } from '../models/photo-printer.ts'
import { books, laptop, mug, pencilCup, phone, plant, table } from './props.ts'
import { childsDrawing } from './printed-props.ts'
import { crayons, heroPrinter, inkBottles } from './set-pieces.ts'
import { look, type Illustration } from './illustration.ts'

/** Pictures of the home page and of the category pages. */
export const shopScenes = {
  'home-hero': {
    title: 'A printer puts out a proof in four colors',
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
    title: 'Three printers: a color laser, an office inkjet and a tank printer',
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
} satisfies Record<string, Illustration>
