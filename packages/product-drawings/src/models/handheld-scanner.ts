import { BLACK, CYAN, KEY, MAGENTA, tinted, YELLOW } from '../casings.ts'
import { FINE_LINE } from '../svg.ts'
import { Model } from '../model.ts'
import type { Corner } from '../space.ts'
import { vents } from './fittings.ts'
import { carton } from './carton.ts'
import { type Look, type ModelView } from './view.ts'

/** A scanner with a grip; at work it reads a carton. */
export function handheldScanner({ palette, view, variant }: Look): ModelView {
  const model = new Model()
  model.place(handheldModel({ palette, view, variant }), [0, 0, 0])
  if (view === 'open') {
    model.place(carton(150, 150, 120, 'back'), [0, 0, 340])
    model.plate(
      [
        [0, 216, 110],
        [-60, 96, 279],
        [60, 96, 279],
      ],
      MAGENTA,
      undefined,
      0.2,
    )
    model.wire(
      [
        [-60, 96, 279],
        [60, 96, 279],
      ],
      MAGENTA,
    )
  }
  if (view === 'back' && variant !== 1) {
    model.cable(
      [
        [0, 8, -62],
        [0, 0, -110],
        [70, 0, -120],
        [60, 2, -60],
        [50, 4, 0],
        [120, 2, 0],
        [120, 2, -70],
      ],
      6,
      BLACK,
    )
  }
  const viewpoint = {
    front: { turn: 52, rise: 14 },
    open: { turn: 142, rise: 26 },
    back: { turn: 228, rise: 16 },
    detail: { turn: 26, rise: 12 },
  }[view]
  const closeUp = view === 'detail' ? { closeUp: { at: [0, 216, 96] as const, zoom: 2.5 } } : {}
  return { model, viewpoint, ...closeUp }
}

export function handheldModel({ palette, variant }: Look): Model {
  const { body, trim, dark } = palette
  const model = new Model()
  const gun: Corner[] = [
    [-46, 0, 16],
    [8, 0, 16],
    [18, 30, 10],
    [10, 110, 30],
    [16, 168, 16],
    [46, 178, 10],
    [96, 184],
    [96, 250, 6],
    [40, 262, 30],
    [-56, 252, 34],
    [-68, 200, 34],
    [-36, 130, 40],
  ]
  model
    .prism('x', gun, -34, 34, body)
    .on('right', (pen) => {
      pen.curve(
        [
          [10, 22],
          [30, 12],
          [60, 14],
          [104, 30],
          [120, 40],
          [132, 70],
          [128, 96],
        ],
        { line: body.shade, weight: FINE_LINE },
      )
      pen.rect(16, 24, 62, 34, { line: body.line, weight: FINE_LINE }, 12)
      vents(pen, 26, 34, 42, 16, 3, body.line)
      pen.curve(
        [
          [98, 150],
          [92, 190],
          [96, 230],
          [104, 252],
        ],
        { line: body.shade, weight: FINE_LINE },
      )
    })
    .on('left', (pen) => {
      pen.rect(84, 24, 62, 34, { line: body.line, weight: FINE_LINE }, 12)
      vents(pen, 94, 34, 42, 16, 3, body.line)
    })
    .on('top', (pen) => {
      pen.circle(34, 96, 8, { fill: dark.shade }).circle(34, 96, 4.5, { fill: CYAN })
    })
  model
    .prism(
      'x',
      [
        [94, 180, 4],
        [108, 178, 6],
        [108, 254, 8],
        [94, 254, 4],
      ],
      -38,
      38,
      dark,
    )
    .on('front', (pen) => {
      pen.rect(10, 12, 56, 48, { fill: KEY, line: KEY, weight: FINE_LINE }, 10)
      pen
        .circle(38, 30, 11, { fill: '#2f3f46', line: '#57666d', weight: FINE_LINE })
        .circle(35, 27, 3.5, { fill: '#c4e6f1' })
      pen.rect(20, 46, 36, 5, { fill: MAGENTA }, 2)
    })
  model.prism(
    'x',
    [
      [16, 120, 6],
      [34, 128, 6],
      [40, 162, 6],
      [14, 166],
    ],
    -12,
    12,
    variant === 1 ? tinted(YELLOW) : trim,
  )
  return model
}
