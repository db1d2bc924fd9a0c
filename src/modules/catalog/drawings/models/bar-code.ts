import { barCode, panelScreen, shippingLabel, squareCode } from '../artwork.ts'
import { BLACK, CYAN, KEY, MAGENTA, PAPER, STEEL, tinted, YELLOW } from '../casings.ts'
import { FINE_LINE } from '../easel.ts'
import { Model } from '../model.ts'
import type { Corner } from '../space.ts'
import { lid, mains, ports, ratingPlate, seam, vents } from './fittings.ts'
import { carton } from './point-of-sale.ts'
import { viewpointOf, type Look, type Shot } from './shot.ts'

/** A scanner with a grip; at work it reads a carton. */
export function handheldScanner({ palette, view, variant }: Look): Shot {
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
  const loupe = view === 'detail' ? { loupe: { at: [0, 216, 96] as const, zoom: 2.5 } } : {}
  return { model, viewpoint, ...loupe }
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

/** A scanner that stands on the counter and reads what is held before it. */
export function presentationScanner({ palette, view, variant }: Look): Shot {
  const { body, trim } = palette
  const model = new Model()
  model.cylinder('y', [0, 0], 78, 0, 16, body)
  model.cylinder('y', [0, 0], 56, 16, 22, trim)
  model.prism(
    'x',
    [
      [-24, 22],
      [22, 22],
      [14, 100],
      [-16, 100],
    ],
    -26,
    26,
    trim,
  )
  model
    .prism(
      'x',
      [
        [-52, 92, 24],
        [44, 92, 12],
        [78, 206, 10],
        [44, 238, 12],
        [-30, 226, 34],
      ],
      -74,
      74,
      body,
    )
    .onSlope([78, 206], [44, 92], (pen) => {
      pen.rect(10, 8, 128, 100, { fill: KEY, line: body.line, weight: FINE_LINE }, 12)
      pen.rect(18, 16, 112, 84, { fill: '#26343a' }, 8)
      pen.circle(74, 58, 22, { fill: KEY, line: '#57666d', weight: FINE_LINE }).circle(68, 52, 6, { fill: '#c4e6f1' })
      pen.bars(
        [
          [24, 56, 22, 4],
          [102, 56, 22, 4],
        ],
        MAGENTA,
      )
      pen.shape(
        [
          [18, 60],
          [60, 16],
          [84, 16],
          [18, 84],
        ],
        { fill: '#33464d', opacity: 0.6 },
      )
    })
    .onSlope([44, 238], [78, 206], (pen) => pen.rect(54, 14, 40, 9, { fill: CYAN }, 4))
    .on('right', (pen) => vents(pen, 56, 50, 40, 30, 4, body.line))
    .on('left', (pen) => vents(pen, 40, 50, 40, 30, 4, body.line))
    .onPlane([74, 226, -30], [-1, 0, 0], [0, -134, -22], (pen) => {
      pen.rect(40, 40, 68, 70, { line: body.line, weight: FINE_LINE }, 8)
      ratingPlate(pen.at(50, 56, 0.8), 0, 0)
    })
  if (view === 'back')
    model.cable(
      [
        [0, 100, -60],
        [0, 20, -150],
        [90, 0, -120],
        [150, 2, -170],
      ],
      6,
      BLACK,
    )
  if (view === 'open') {
    const can = tinted(variant > 0 ? '#2d6a2e' : '#d9542b')
    model.cylinder('y', [70, 200], 40, 0, 120, STEEL)
    model.cylinder('y', [70, 200], 41, 14, 104, can)
    model.box([26, 30, 176], [30, 92, 224], PAPER).on('left', (pen) => barCode(pen, 5, 8, 38, 46))
    model.plate(
      [
        [-20, 150, 70],
        [20, 150, 70],
        [28, 88, 180],
        [28, 40, 218],
      ],
      MAGENTA,
      undefined,
      0.2,
    )
  }
  const viewpoint = {
    front: { turn: 26, rise: 16 },
    open: { turn: -42, rise: 20 },
    back: { turn: 212, rise: 18 },
    detail: { turn: 20, rise: 8 },
  }[view]
  const loupe = view === 'detail' ? { loupe: { at: [0, 150, 62] as const, zoom: 1.9 } } : {}
  return { model, viewpoint, ...loupe }
}

/** A scanner worn on the finger. */
export function ringScanner({ palette, view, variant }: Look): Shot {
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
  const loupe = view === 'detail' ? { loupe: { at: [0, 88, 52] as const, zoom: 2 } } : {}
  return { model, viewpoint, ...loupe }
}

/** A scanner for the pocket, with a lanyard. */
export function pocketScanner({ palette, view, variant }: Look): Shot {
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
  const loupe = view === 'detail' ? { loupe: { at: [0, 20, 60] as const, zoom: 2.4 } } : {}
  return { model, viewpoint, ...loupe }
}

/** A desktop printer for labels. */
export function labelPrinter(look: Look): Shot {
  const { view } = look
  const model = labelPrinterModel(look)
  const loupe = view === 'detail' ? { loupe: { at: [0, 120, 40] as const, zoom: 1.7 } } : {}
  return { model, viewpoint: viewpointOf(view === 'detail' ? 'open' : view), ...loupe }
}

export function labelPrinterModel({ palette, view, variant }: Look): Model {
  const { body, trim, dark } = palette
  const model = new Model()
  const half = 92 + variant * 6
  const waist = 76
  const tall = 168
  model
    .box([-half, 4, -118], [half, waist, 112], body, 16)
    .on('front', (pen) => {
      pen.rect(30, 0, half * 2 - 60, 14, { fill: dark.shade, line: body.line, weight: FINE_LINE }, 4)
      pen
        .circle(half * 2 - 24, 42, 9, { fill: body.shade, line: body.line, weight: FINE_LINE })
        .circle(half * 2 - 24, 42, 4, { fill: CYAN })
      seam(
        pen,
        [
          [16, 60],
          [half * 2 - 16, 60],
        ],
        body,
      )
    })
    .on('back', (pen) => {
      ports(pen.at(24, 6, 0.58), 0, 0)
      mains(pen.at(70, 32, 0.9), 0, 0)
      ratingPlate(pen.at(half * 2 - 70, 10, 0.8), 0, 0)
    })
    .on('right', (pen) => vents(pen, 70, 22, 90, 26, 4, body.line))
    .on('left', (pen) => vents(pen, 70, 22, 90, 26, 4, body.line))
  const label = half - 32
  if (view === 'open' || view === 'detail') {
    model.box([-half + 10, waist, -108], [half - 10, waist + 4, 96], dark)
    model
      .cylinder('x', [-14, waist + 50], 60, -label, label, PAPER)
      .on('right', (pen) =>
        pen
          .circle(60, 60, 22, { fill: '#d5b883', line: KEY, weight: FINE_LINE })
          .circle(60, 60, 15, { fill: '#3d3b36' }),
      )
      .on('left', (pen) =>
        pen
          .circle(60, 60, 22, { fill: '#d5b883', line: KEY, weight: FINE_LINE })
          .circle(60, 60, 15, { fill: '#3d3b36' }),
      )
    for (const x of [-label - 12, label])
      model.prism(
        'x',
        [
          [-50, waist],
          [22, waist],
          [8, waist + 64, 10],
          [-36, waist + 64, 10],
        ],
        x,
        x + 12,
        tinted(YELLOW),
      )
    model.prism(
      'x',
      lid([-112, waist + 6], 104, 176, 44).map((corner, at) => (at > 1 ? ([...corner, 26] as const) : corner)),
      -half,
      half,
      body,
    )
    model.sheet(
      [
        [48, waist + 48],
        [84, waist + 16],
        [116, waist + 10],
        [140, waist - 30],
      ],
      -label,
      label,
      PAPER,
      (pen) => shippingLabel(pen.at(0, 46), label * 2, 76),
    )
    return model
  }
  model
    .prism(
      'x',
      [
        [-118, waist + 4],
        [112, waist + 4],
        [112, waist + 26, 18],
        [62, tall, 44],
        [-118, tall - 8, 44],
      ],
      -half,
      half,
      body,
    )
    .on('right', (pen) => pen.rect(90, 30, 90, 40, { fill: dark.plain, line: body.line, weight: FINE_LINE }, 18))
    .on('left', (pen) => pen.rect(60, 30, 90, 40, { fill: dark.plain, line: body.line, weight: FINE_LINE }, 18))
    .on('top', (pen) => {
      pen.rect(34, 40, half * 2 - 68, 90, { fill: trim.plain, line: body.line, weight: FINE_LINE }, 16)
      if (variant > 0) panelScreen(pen.at(half - 44, 56), 88, 54)
    })
  model.sheet(
    [
      [108, waist - 2],
      [130, waist],
      [160, waist - 16],
      [182, waist - 50],
    ],
    -label,
    label,
    PAPER,
    (pen) => shippingLabel(pen.at(0, 8), label * 2, 88),
  )
  return model
}
