import { barCode, squareCode } from '../artwork-codes.ts'
import { panelScreen } from '../artwork-screens.ts'
import { CYAN, KEY, MAGENTA, PAPER, STEEL, YELLOW } from '../casings.ts'
import { FINE_LINE } from '../svg.ts'
import { Model } from '../model.ts'
import { seam } from './fittings.ts'
import { carton } from './carton.ts'
import { type Look, type ModelView } from './view.ts'

/** A scanner worn on the finger. */
export function ringScanner({ palette, view, variant }: Look): ModelView {
  const { body, trim, dark } = palette
  const model = new Model()
  const ring = 30
  model
    .cylinder('z', [0, 30], ring, -20, 20, trim)
    .on('front', (pen) =>
      pen
        .circle(30, 30, 21, { fill: '#4b4943', line: trim.line, weight: FINE_LINE })
        .circle(33, 28, 18, { fill: '#f1ece1' }),
    )
    .on('back', (pen) =>
      pen
        .circle(30, 30, 21, { fill: '#4b4943', line: trim.line, weight: FINE_LINE })
        .circle(27, 28, 18, { fill: '#f1ece1' }),
    )
  model.box([-38, 56, -46], [38, 66, 42], dark, 8)
  model
    .box([-44, 66, -54], [44, 106 + variant * 4, 52], body, 14)
    .on('top', (pen) => {
      pen.rect(14, 14, 60, 50, { line: body.shade, weight: FINE_LINE }, 8)
      pen.circle(44, 84, 8, { fill: dark.shade }).circle(44, 84, 4, { fill: CYAN })
      if (variant > 0) panelScreen(pen.at(18, 18), 52, 40)
    })
    .on('front', (pen) => {
      pen.rect(12, 7, 64, 27, { fill: KEY, line: body.line, weight: FINE_LINE }, 7)
      pen
        .circle(34, 20, 8, { fill: '#2f3f46', line: '#57666d', weight: FINE_LINE })
        .circle(32, 18, 2.4, { fill: '#c4e6f1' })
      pen.rect(50, 16, 20, 6, { fill: MAGENTA }, 3)
    })
    .on('back', (pen) => {
      pen.rect(34, 14, 20, 9, { fill: STEEL.plain, line: body.line, weight: FINE_LINE }, 4)
      pen.circle(68, 18, 3, { fill: YELLOW })
    })
    .on('right', (pen) => {
      pen.rect(36, 12, 40, 16, { fill: YELLOW, line: body.line, weight: FINE_LINE }, 8)
      seam(
        pen,
        [
          [14, 34],
          [92, 34],
        ],
        body,
      )
    })
    .on('left', (pen) =>
      seam(
        pen,
        [
          [14, 34],
          [92, 34],
        ],
        body,
      ),
    )
  if (view === 'open') {
    model.place(carton(120, 110, 80, 'back'), [0, 0, 210])
    model.plate(
      [
        [0, 86, 54],
        [-44, 64, 169],
        [44, 64, 169],
      ],
      MAGENTA,
      undefined,
      0.2,
    )
    model.wire(
      [
        [-44, 64, 169],
        [44, 64, 169],
      ],
      MAGENTA,
    )
  }
  const viewpoint = {
    front: { turn: 32, rise: 22 },
    open: { turn: 146, rise: 30 },
    back: { turn: 214, rise: 24 },
    detail: { turn: 20, rise: 14 },
  }[view]
  const closeUp = view === 'detail' ? { closeUp: { at: [0, 88, 52] as const, zoom: 2 } } : {}
  return { model, viewpoint, ...closeUp }
}

/** A scanner for the pocket, with a lanyard. */
export function pocketScanner({ palette, view, variant }: Look): ModelView {
  const { body, trim, dark } = palette
  const model = new Model()
  const tall = 26
  model
    .box([-34, 0, -80], [34, tall, 80], body, 22)
    .on('top', (pen) => {
      pen.rect(10, 14, 48, 132, { line: body.shade, weight: FINE_LINE }, 18)
      pen
        .rect(18, 78, 32, 44, { fill: trim.plain, line: body.line, weight: FINE_LINE }, 14)
        .circle(34, 100, 6, { fill: CYAN })
      if (variant > 0) panelScreen(pen.at(14, 24), 40, 44)
      else pen.circle(34, 42, 4, { fill: YELLOW }).rect(24, 54, 20, 6, { fill: trim.shade }, 3)
    })
    .on('front', (pen) =>
      pen
        .rect(14, 5, 40, 16, { fill: KEY, line: body.line, weight: FINE_LINE }, 5)
        .circle(28, 13, 5, { fill: '#57666d' })
        .rect(37, 10, 12, 5, { fill: MAGENTA }, 2),
    )
    .on('right', (pen) => pen.rect(46, 7, 34, 9, { fill: dark.plain, line: body.line, weight: FINE_LINE }, 4))
    .on('left', (pen) => pen.rect(60, 7, 30, 9, { fill: STEEL.plain, line: body.line, weight: FINE_LINE }, 4))
    .on('back', (pen) => pen.rect(24, 8, 20, 9, { fill: STEEL.plain, line: body.line, weight: FINE_LINE }, 4))
  model.cable(
    [
      [26, 12, -74],
      [50, 0, -120],
      [100, 0, -84],
      [84, 0, -20],
      [74, 0, 20],
      [56, 0, -30],
      [36, 12, -70],
    ],
    3,
    trim,
  )
  if (view !== 'back') {
    model.box([-42, 0, 150], [42, 1, 204], PAPER).on('top', (pen) => {
      barCode(pen, 8, 8, 46, 38)
      squareCode(pen, 60, 14, 20)
    })
    model.plate(
      [
        [-8, 14, 80],
        [10, 14, 80],
        [34, 2, 176],
        [-34, 2, 176],
      ],
      MAGENTA,
      undefined,
      0.18,
    )
  }
  const viewpoint = {
    front: { turn: 36, rise: 34 },
    open: { turn: -38, rise: 30 },
    back: { turn: 216, rise: 32 },
    detail: { turn: 30, rise: 38 },
  }[view]
  const closeUp = view === 'detail' ? { closeUp: { at: [0, 20, 60] as const, zoom: 2.4 } } : {}
  return { model, viewpoint, ...closeUp }
}
