import { letter, photo } from '../artwork.ts'
import { BLACK, CYAN, GLASS, KEY, MAGENTA, PAPER, STEEL, YELLOW } from '../casings.ts'
import { FINE_LINE } from '../svg.ts'
import { Model } from '../model.ts'
import { lid, mains, ports, ratingPlate, seam, vents } from './fittings.ts'
import { viewpointOf, type Look, type ModelView } from './view.ts'

/** A flatbed scanner: the lid is half open, the light is on its way. */
export function flatbedScanner({ palette, view, variant }: Look): ModelView {
  const { body, dark } = palette
  const model = new Model()
  const [left, right, back, front] = [-150, 150, -190, 190]
  const tall = 40 + variant * 12
  const open = { front: 34, open: 74, back: 0, detail: 74 }[view]
  model.box([left + 20, 0, back + 20], [right - 20, 5, front - 20], BLACK)
  model
    .box([left, 5, back], [right, tall, front], body, 14)
    .on('top', (pen) => {
      pen.rect(14, 20, 272, 300, { fill: dark.plain, line: body.line, weight: FINE_LINE }, 4)
      pen.rect(30, 34, 240, 272, { fill: GLASS.plain, line: dark.line, weight: FINE_LINE }, 2)
      pen.shape(
        [
          [50, 306],
          [150, 34],
          [204, 34],
          [104, 306],
        ],
        { fill: GLASS.lit },
      )
      if (view !== 'back') photo(pen.at(42, 46), 150, 110, variant, 0.06)
      pen.rect(30, 182, 240, 9, { fill: YELLOW }).rect(30, 191, 240, 4, { fill: '#ffffff' })
      ;[0, 1, 2, 3].forEach((key) =>
        pen.rect(
          170 + key * 28,
          340,
          20,
          14,
          { fill: key === 3 ? CYAN : body.plain, line: body.line, weight: FINE_LINE },
          7,
        ),
      )
      pen.circle(34, 347, 6, { fill: YELLOW })
    })
    .on('front', (pen) =>
      seam(
        pen,
        [
          [14, 10],
          [286, 10],
        ],
        body,
      ),
    )
    .on('back', (pen) => {
      pen
        .rect(40, 10, 22, 16, { fill: STEEL.plain, line: KEY, weight: FINE_LINE }, 3)
        .circle(90, 18, 8, { fill: BLACK.plain })
      ratingPlate(pen.at(200, 6, 0.7), 0, 0)
      vents(pen, 120, 10, 60, 16, 3, body.line)
    })
  const flap = lid([back + 12, tall], open, 336, 20)
  const top = model.prism(
    'x',
    [[...flap[0]], [...flap[1]], [...flap[2], 10], [...flap[3], 10]],
    left + 4,
    right - 4,
    body,
  )
  top.onSlope(flap[1], flap[0], (pen) =>
    pen.rect(14, 14, 264, 300, { fill: '#ffffff', line: body.line, weight: FINE_LINE }, 6),
  )
  if (open === 0) top.on('top', (pen) => pen.rect(20, 20, 252, 290, { line: body.shade, weight: FINE_LINE }, 10))
  const closeUp = view === 'detail' ? { closeUp: { at: [30, tall, 60] as const, zoom: 2.3 } } : {}
  return {
    model,
    body: [300, 380, tall + 14],
    viewpoint:
      view === 'open'
        ? { turn: -28, rise: 36 }
        : view === 'detail'
          ? { turn: 24, rise: 44 }
          : { ...viewpointOf(view), rise: 26 },
    ...closeUp,
  }
}

/** A document scanner: a pile goes in above and comes out below, both sides read on the way. */
export function documentScanner({ palette, view, variant }: Look): ModelView {
  const { body, trim, dark } = palette
  const model = new Model()
  const width = 300 + variant * 16
  const [left, right] = [-width / 2, width / 2]
  const tall = 168
  model
    .prism(
      'x',
      [
        [-86, 6, 8],
        [86, 6, 12],
        [86, 44],
        [34, tall, 22],
        [-40, tall, 12],
        [-86, 110, 10],
      ],
      left,
      right,
      body,
    )
    .on('front', (pen) => pen.recess(30, tall - 44, width - 60, 30, 40, dark))
    .onSlope([34, tall], [86, 44], (pen) => {
      pen.rect(24, 28, width - 130, 92, { line: body.line, weight: FINE_LINE }, 10)
      pen.rect(width - 92, 34, 70, 84, { fill: BLACK.plain, line: body.line, weight: FINE_LINE }, 8)
      pen.rect(width - 84, 42, 54, 34, { fill: '#c4e6f1' }, 3)
      pen.bars(
        [
          [width - 78, 50, 30, 5],
          [width - 78, 60, 20, 4],
        ],
        CYAN,
      )
      pen.circle(width - 57, 98, 12, { fill: CYAN }).shape(
        [
          [width - 61, 92],
          [width - 61, 104],
          [width - 50, 98],
        ],
        { fill: '#ffffff' },
      )
    })
    .on('left', (pen) =>
      seam(
        pen,
        [
          [30, 162],
          [30, 90],
          [100, 40],
        ],
        body,
      ),
    )
    .on('right', (pen) =>
      seam(
        pen,
        [
          [142, 162],
          [142, 90],
          [72, 40],
        ],
        body,
      ),
    )
    .onPlane([right, 110, -86], [-1, 0, 0], [0, -1, 0], (pen) => {
      vents(pen, 24, 14, 90, 40, 5, body.line)
      mains(pen.at(width - 100, 58, 0.8), 0, 0)
      ports(pen.at(width - 60, 6, 0.42), 0, 0)
      ratingPlate(pen, 30, 62)
    })
  model.prism(
    'x',
    [
      [-150, tall + 148],
      [-140, tall + 152],
      [-16, tall - 14],
      [-30, tall - 22],
    ],
    -118,
    118,
    trim,
  )
  const pages = view === 'open' ? 3 : 2
  for (let page = 0; page < pages; page += 1) {
    model.sheet(
      [
        [-146 + page * 7, tall + 168 - page * 3],
        [-20 + page * 5, tall - 4],
      ],
      -96 + page * 3,
      96 + page * 3,
      PAPER,
      (pen) => (page === pages - 1 ? letter(pen, 192, 200, true) : undefined),
    )
  }
  model.prism(
    'x',
    [
      [80, 2],
      [196, 4],
      [200, 14],
      [80, 10],
    ],
    -112,
    112,
    trim,
  )
  model.sheet(
    [
      [84, 30],
      [120, 20],
      [190, 14],
    ],
    -96,
    96,
    PAPER,
    (pen) => letter(pen, 192, 104, true),
  )
  if (view === 'open')
    model.sheet(
      [
        [84, 36],
        [126, 27],
        [176, 21],
      ],
      -90,
      102,
      PAPER,
      (pen) => letter(pen, 192, 88, true),
    )
  const closeUp = view === 'detail' ? { closeUp: { at: [right - 70, 104, 58] as const, zoom: 3.2 } } : {}
  return {
    model,
    body: [width, 172, tall],
    viewpoint: view === 'back' ? { turn: 214, rise: 18 } : { ...viewpointOf(view), rise: 22 },
    ...closeUp,
  }
}

/** A scanner as wide as a page and as thick as two fingers. */
export function portableScanner({ palette, view, variant }: Look): ModelView {
  const { body, dark } = palette
  const model = new Model()
  const tall = 44
  model
    .prism(
      'x',
      [
        [-32, 4, 12],
        [32, 4, 12],
        [32, tall - 14, 8],
        [10, tall, 14],
        [-32, tall, 14],
      ],
      -160,
      160,
      body,
    )
    .onSlope([10, tall], [32, tall - 14], (pen) => {
      pen.rect(24, 6, 190, 12, { fill: dark.plain }, 5)
      pen
        .circle(262, 12, 8, { fill: dark.plain, line: body.line, weight: FINE_LINE })
        .circle(262, 12, 3.4, { fill: CYAN })
    })
    .on('front', (pen) => {
      pen.rect(16, 22, 288, 8, { fill: dark.shade, line: body.line, weight: FINE_LINE }, 3)
      pen.circle(296, 14, 3, { fill: YELLOW })
    })
    .on('top', (pen) => {
      pen.rect(16, 8, 180, 24, { line: body.shade, weight: FINE_LINE }, 6)
      if (variant > 0) [CYAN, MAGENTA, YELLOW].forEach((fill, at) => pen.rect(230 + at * 16, 14, 10, 10, { fill }, 2))
    })
    .on('back', (pen) => pen.rect(16, 20, 288, 8, { fill: dark.shade, line: body.line, weight: FINE_LINE }, 3))
    .on('right', (pen) => pen.rect(22, 20, 20, 12, { fill: STEEL.plain, line: body.line, weight: FINE_LINE }, 4))
    .on('left', (pen) => pen.rect(22, 20, 20, 12, { fill: STEEL.plain, line: body.line, weight: FINE_LINE }, 4))
  const [out, rest] = view === 'open' ? [150, 60] : view === 'back' ? [80, 150] : [96, 120]
  model.sheet(
    [
      [-32 - rest, 20],
      [-80, 12],
      [-32, 16],
    ],
    -112,
    112,
    PAPER,
  )
  model.sheet(
    [
      [32, 15],
      [80, 8],
      [32 + out, 6],
    ],
    -112,
    112,
    PAPER,
    (pen) => letter(pen, 224, out - 2, true),
  )
  model.cable(
    [
      [164, 20, 0],
      [190, 18, 0],
      [180, 2, -50],
      [206, 2, -90],
    ],
    4,
    BLACK,
  )
  const closeUp = view === 'detail' ? { closeUp: { at: [96, 34, 30] as const, zoom: 2.9 } } : {}
  return { model, viewpoint: { ...viewpointOf(view), rise: view === 'detail' ? 36 : 30 }, ...closeUp }
}
