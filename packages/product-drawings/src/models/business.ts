import { barCode } from '../artwork-codes.ts'
import { testPage } from '../artwork.ts'
import { BLACK, CYAN, GLASS, KEY, MAGENTA, PAPER, STEEL, tinted, YELLOW } from '../casings.ts'
import { FINE_LINE } from '../svg.ts'
import { Model } from '../model.ts'
import { handheldModel } from './handheld-scanner.ts'
import { labelPrinterModel } from './label-printer.ts'
import { mains, ports, ratingPlate, seam, vents } from './fittings.ts'
import { officeInkjet } from './inkjet.ts'
import { laser } from './laser.ts'
import { workgroupLaser } from './laser-workgroup.ts'
import { cardReader, tillTerminal } from './point-of-sale.ts'
import { carton } from './carton.ts'
import { cashDrawerModel } from './cash-drawer.ts'
import { receiptPrinterModel } from './receipt-printer.ts'
import { documentScanner } from './scanner.ts'
import { viewpointOf, type Look, type ModelView } from './view.ts'
import { around } from '../space.ts'

/** A cabinet with servers for printing. */
export function printServer({ palette, view, variant }: Look): ModelView {
  const { body, dark } = palette
  const model = new Model()
  const units = 5 + variant
  const tall = 40 + units * 52
  for (const x of [-140, 104]) for (const z of [-140, 104]) model.box([x, 0, z], [x + 36, 14, z + 36], BLACK)
  model
    .box([-160, 14, -160], [160, tall, 150], body)
    .on('front', (pen) => {
      pen.rect(14, 12, 292, tall - 40, { fill: BLACK.shade, line: body.line, weight: FINE_LINE }, 4)
      for (let at = 0; at < units; at += 1) {
        const y = 20 + at * 52 * 0.98
        pen.rect(24, y, 272, 44, { fill: at % 2 === 0 ? dark.lit : STEEL.plain, line: KEY, weight: FINE_LINE }, 3)
        vents(pen, 36, y + 10, 90, 24, 4, KEY)
        pen.bars([[140, y + 12, 60, 20]], BLACK.shade)
        pen.rect(144, y + 15, 34, 14, { fill: '#c4e6f1' }, 2)
        ;[CYAN, YELLOW, MAGENTA].forEach((fill, led) =>
          pen.circle(222 + led * 20, y + 22, 5, { fill: (at + led) % 3 === 1 ? KEY : fill }),
        )
      }
    })
    .on('right', (pen) => vents(pen, 60, 40, 190, 90, 8, body.line))
    .on('left', (pen) => vents(pen, 60, 40, 190, 90, 8, body.line))
    .on('back', (pen) => {
      pen.rect(16, 14, 288, tall - 46, { line: body.line, weight: FINE_LINE }, 6)
      vents(pen, 40, 34, 240, 70, 7, body.line)
      ports(pen, 44, 130)
      ports(pen, 110, 130)
      mains(pen, 186, 140)
      ratingPlate(pen, 190, 190)
    })
    .on('top', (pen) => {
      vents(pen, 60, 60, 200, 90, 6, body.shade)
    })
  if (view === 'open')
    model.plate(
      [
        [-160, 22, 152],
        [-160, tall - 8, 152],
        [-292, tall - 8, 272],
        [-292, 22, 272],
      ],
      GLASS.plain,
      KEY,
      0.75,
    )
  const closeUp = view === 'detail' ? { closeUp: { at: [30, tall - 100, 150] as const, zoom: 2.2 } } : {}
  return { model, viewpoint: viewpointOf(view), ...closeUp }
}

/** Everything for a counter: till, drawer, receipts, scanner. */
export function counterBundle({ palette, view, variant }: Look): ModelView {
  const model = new Model()
  const look: Look = { palette, view: view === 'open' ? 'open' : 'front', variant: 0 }
  model.place(cashDrawerModel(look), [0, 0, 0], 0.9)
  model.place(tillTerminal({ ...look, view: 'front', variant: 1 }).model, [0, 96, -20], 0.8)
  model.place(receiptPrinterModel({ ...look, view: 'front' }), [270, 0, 30], 0.9)
  model.place(handheldModel({ ...look, variant }), [-264, 0, 60], 0.72)
  if (variant > 0) model.place(cardReader(palette), [250, 0, 210], 0.9)
  const closeUp = view === 'detail' ? { closeUp: { at: [230, 100, 60] as const, zoom: 2.4 } } : {}
  return { model, viewpoint: { ...viewpointOf(view), rise: view === 'back' ? 24 : 22 }, ...closeUp }
}

/** A set for an office: a screen, a printer, a document scanner. */
export function officeBundle({ palette, view, variant }: Look): ModelView {
  const model = new Model()
  const open: Look = { palette, view: view === 'open' ? 'open' : 'front', variant: 0 }
  const printer = variant === 1 ? laser(open).model : officeInkjet(open).model
  model.box([-470, 0, -230], [470, 22, 330], tinted('#d8bd92')).on('front', (pen) =>
    seam(
      pen,
      [
        [0, 11],
        [940, 11],
      ],
      tinted('#d8bd92'),
    ),
  )
  model.place(printer, [-200, 22, -20])
  model.place(documentScanner({ ...open, variant: 1 }).model, [256, 22, 20], 0.9)
  const closeUp = view === 'detail' ? { closeUp: { at: [256, 150, 60] as const, zoom: 2.3 } } : {}
  return { model, viewpoint: viewpointOf(view), ...closeUp }
}

/** A set for the packing table: label printer, scanner, parcels. */
export function shippingBundle({ palette, view, variant }: Look): ModelView {
  const model = new Model()
  const look: Look = { palette, view: view === 'open' ? 'open' : 'front', variant }
  model.place(labelPrinterModel(look), [-40, 0, 40], 1.1)
  model.place(carton(230, 170, 190), [250, 0, -40])
  model.place(carton(150, 100, 130), [236, 170, -50])
  model.place(handheldModel({ ...look, variant: 1 }), [-240, 0, 70], 0.85)
  const closeUp = view === 'detail' ? { closeUp: { at: [10, 80, 170] as const, zoom: 2.3 } } : {}
  return { model, viewpoint: viewpointOf(view), ...closeUp }
}

/** A fleet: a large machine and two for the desks. */
export function fleetBundle({ palette, view, variant }: Look): ModelView {
  const model = new Model()
  const look: Look = { palette, view: view === 'open' ? 'open' : 'front', variant }
  model.place(workgroupLaser({ ...look, variant: 0 }).model, [-150, 0, 0])
  model.box([130, 0, -190], [560, 170, 190], palette.trim).on('front', (pen) => {
    pen.rect(14, 14, 196, 142, { line: palette.trim.line, weight: FINE_LINE }, 4)
    pen.rect(220, 14, 196, 142, { line: palette.trim.line, weight: FINE_LINE }, 4)
    pen.bars(
      [
        [190, 70, 8, 30],
        [232, 70, 8, 30],
      ],
      palette.trim.line,
    )
  })
  model.place(laser({ ...look, view: 'front', variant: 0 }).model, [345, 170, 0])
  const closeUp = view === 'detail' ? { closeUp: { at: [345, 380, 120] as const, zoom: 2.6 } } : {}
  return { model, viewpoint: { ...viewpointOf(view), rise: view === 'back' ? 22 : 20 }, ...closeUp }
}

/** Supplies: reams of paper, toner in its carton. */
export function supplies({ palette, view, variant }: Look): ModelView {
  const model = new Model()
  const inks = variant > 0 ? [KEY, KEY, KEY] : [CYAN, MAGENTA, YELLOW]
  model.box([-226, -16, -110], [292, 0, 110], palette.body, 10)
  for (let ream = 0; ream < 4; ream += 1) {
    const slip = around([0, 8, -6, 4], ream)
    model.box([-200 + slip, ream * 48, -90], [20 + slip, ream * 48 + 46, 90], PAPER).on('front', (pen) => {
      pen.rect(0, 8, 220, 30, { fill: around([CYAN, '#ffffff', YELLOW, MAGENTA], ream) })
      pen.bars(
        [
          [16, 17, 76, 6],
          [16, 28, 50, 4],
        ],
        ream === 1 || ream === 2 ? KEY : '#ffffff',
      )
      barCode(pen, 164, 12, 40, 22)
    })
  }
  inks.forEach((ink, at) => {
    const color = tinted(ink === KEY ? '#3d3b36' : ink)
    model
      .box([70, at * 66, -80], [270 - at * 14, at * 66 + 64, 60], color)
      .on('front', (pen) => {
        pen.rect(14, 12, 90, 40, { fill: '#fbfaf6' }, 3)
        pen.bars(
          [
            [24, 22, 50, 6],
            [24, 34, 66, 4],
          ],
          KEY,
        )
        pen.circle(154, 32, 16, { fill: '#ffffff' }).circle(154, 32, 9, { fill: color.plain })
      })
      .on('right', (pen) => barCode(pen, 34, 16, 70, 32))
  })
  if (view === 'open')
    model.sheet(
      [
        [130, -15],
        [250, -15],
      ],
      -160,
      -40,
      PAPER,
      (pen) => testPage(pen, 120, 120, true),
    )
  if (view === 'back') model.box([-60, -16, 130], [90, 24, 210], palette.dark, 14)
  const closeUp = view === 'detail' ? { closeUp: { at: [160, 100, 60] as const, zoom: 2.1 } } : {}
  return { model, viewpoint: view === 'back' ? { turn: 52, rise: 30 } : viewpointOf(view), ...closeUp }
}
