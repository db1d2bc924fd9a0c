import { panelScreen, photo, plan } from '../artwork.ts'
import { BLACK, CYAN, KEY, MAGENTA, PAPER, STEEL, tinted, YELLOW } from '../casings.ts'
import { FINE_LINE } from '../easel.ts'
import { Model } from '../model.ts'
import { mains, ports, ratingPlate, seam, vents } from './fittings.ts'
import { viewpointOf, type Look, type Shot } from './shot.ts'

/** A small dye-sublimation printer: the photograph runs to and fro, once for every colour. */
export function compactPhotoPrinter({ palette, view, variant }: Look): Shot {
  if (view === 'detail') return ribbon({ palette, view, variant })
  const { body, trim, dark } = palette
  const model = new Model()
  const [left, right, back, front] = [-94, 94, -66, 66]
  const tall = 66 + variant * 6
  model
    .box([left, 4, back], [right, tall, front], body, 16)
    .on('front', (pen) => {
      pen.recess(26, tall - 36, 136, 26, 30, dark)
      seam(
        pen,
        [
          [16, 14],
          [172, 14],
        ],
        body,
      )
      ;[CYAN, MAGENTA, YELLOW].forEach((fill, at) => pen.circle(30 + at * 9, 23, 3, { fill }))
    })
    .on('right', (pen) => {
      pen.rect(24, 14, 84, tall - 30, { line: body.line, weight: FINE_LINE }, 5)
      vents(pen, 86, 24, 14, tall - 48, 4, body.line)
    })
    .on('left', (pen) => vents(pen, 26, 18, 60, 24, 5, body.line))
    .on('back', (pen) => {
      vents(pen, 24, 12, 70, 20, 4, body.line)
      mains(pen.at(108, 10, 0.62), 0, 0)
      ratingPlate(pen.at(24, 38, 0.5), 0, 0)
    })
    .on('top', (pen) => {
      pen.rect(12, 12, 164, 108, { line: body.shade, weight: FINE_LINE }, 10)
      pen
        .circle(40, 92, 9, { fill: body.plain, line: body.line, weight: FINE_LINE })
        .circle(40, 92, 3.4, { fill: CYAN })
      pen.circle(66, 92, 6, { fill: body.plain, line: body.line, weight: FINE_LINE })
      pen.circle(150, 92, 9, { fill: YELLOW, line: body.line, weight: FINE_LINE })
    })
  const tilt = view === 'open' ? 46 : 34
  model
    .prism(
      'x',
      [
        [-22, tall],
        [16, tall],
        [12, tall + 6],
        [-16, tall + tilt, 3],
        [-22, tall + tilt, 3],
      ],
      -38,
      38,
      dark,
    )
    .onSlope([-16, tall + tilt], [12, tall + 6], (pen) => {
      pen.rect(4, 3, 68, tilt * 1.02, { fill: BLACK.shade, line: KEY, weight: FINE_LINE }, 3)
      photo(pen.at(7, 6), 62, tilt * 0.86, variant, 0)
    })
  const reach = view === 'open' ? 132 : 96
  model
    .box([-66, 6, front], [66, 26, front + 70], trim, 8)
    .on('top', (pen) => pen.rect(8, 4, 116, 58, { line: trim.line, weight: FINE_LINE }, 4))
  model.sheet(
    [
      [front - 6, 32],
      [front + 20, 33],
      [front + reach * 0.6, 30],
      [front + reach, 32],
    ],
    -56,
    56,
    PAPER,
    (pen) => photo(pen.at(0, 2), 112, reach, variant, 0.06),
  )
  if (view === 'open')
    model.sheet(
      [
        [front + 128, 1],
        [front + 196, 1],
      ],
      -110,
      -8,
      PAPER,
      (pen) => photo(pen, 102, 68, (variant + 1) % 3, 0.07),
    )
  return { model, viewpoint: viewpointOf(view) }
}

/** The colour ribbon and the photo paper it belongs to. */
function ribbon({ palette, variant }: Look): Shot {
  const model = new Model()
  for (const z of [-34, 34]) model.cylinder('x', [z, 18], 17, -84, 84, palette.dark)
  model.box([-96, 6, -46], [-84, 32, 46], palette.dark, 6)
  model.box([84, 6, -46], [96, 32, 46], palette.dark, 6)
  ;[CYAN, MAGENTA, YELLOW].forEach((ink, at) => {
    model.plate(
      [
        [-78 + at * 52, 34, -26],
        [-26 + at * 52, 34, -26],
        [-26 + at * 52, 34, 26],
        [-78 + at * 52, 34, 26],
      ],
      ink,
      KEY,
    )
  })
  model.box([-90, 0, 70], [30, 14, 150], PAPER).on('top', (pen) => photo(pen, 120, 80, variant, 0.07))
  model.sheet(
    [
      [84, 3],
      [160, 3],
    ],
    44,
    150,
    PAPER,
    (pen) => photo(pen, 106, 76, (variant + 1) % 3, 0.07),
  )
  return { model, viewpoint: { turn: -24, rise: 40 } }
}

/** A wide photo printer with many inks. */
export function widePhotoPrinter({ palette, view, variant }: Look): Shot {
  const { body, trim, dark } = palette
  const model = new Model()
  const width = 600 + variant * 40
  const [left, right, back, front] = [-width / 2, width / 2, -170, 150]
  const tall = 190
  const open = view === 'open' || view === 'detail'
  model
    .prism(
      'x',
      [
        [back, 6, 10],
        [front, 6, 14],
        [front, 112],
        [front - 50, tall, 34],
        [back, tall, 26],
      ],
      left,
      right,
      body,
    )
    .on('front', (pen) => {
      pen.recess(84, tall - 104, width - 168, 66, 90, dark)
    })
    .on('left', (pen) => vents(pen, 40, 90, 80, 50, 6, body.line))
    .on('right', (pen) => vents(pen, 180, 90, 80, 50, 6, body.line))
    .on('back', (pen) => {
      pen.rect(70, 54, width - 140, 96, { line: body.line, weight: FINE_LINE }, 8)
      vents(pen, width / 2 - 90, 84, 180, 34, 4, body.shade)
      mains(pen, 18, 130)
      ports(pen.at(width - 58, 70, 0.9), 0, 0)
      ratingPlate(pen, 84, 106)
    })
    .on('top', (pen) => {
      if (!open)
        seam(
          pen,
          [
            [40, 150],
            [width - 40, 150],
            [width - 40, 40],
          ],
          body,
        )
      if (!open) return
      pen.rect(54, 90, width - 108, 130, { fill: dark.plain, line: body.line, weight: FINE_LINE }, 8)
      const inks = [CYAN, '#7cc8de', MAGENTA, '#ee8fb5', YELLOW, '#8d8980', '#c9c5bb', KEY, '#57544d', '#d9542b']
      inks.forEach((ink, at) => {
        const step = (width - 148) / inks.length
        pen.rect(
          74 + at * step,
          104,
          step * 0.8,
          100,
          { fill: ink === KEY ? '#33312d' : ink, line: dark.line, weight: FINE_LINE },
          4,
        )
        pen.rect(74 + at * step + step * 0.18, 112, step * 0.44, 26, { fill: '#ffffff' }, 3)
      })
    })
    .onSlope([front - 50, tall], [front, 112], (pen) => {
      panelScreen(pen.at(width - 168, 14), 104, 54)
      pen
        .circle(60, 44, 9, { fill: body.plain, line: body.line, weight: FINE_LINE })
        .circle(60, 44, 3.4, { fill: CYAN })
      seam(
        pen,
        [
          [0, 80],
          [width, 80],
        ],
        body,
      )
    })
  const print = width - 230
  model.prism(
    'x',
    [
      [back - 40, tall + 100],
      [back - 30, tall + 102],
      [back + 40, tall - 8],
      [back + 30, tall - 10],
    ],
    -print / 2,
    print / 2,
    trim,
  )
  if (view !== 'detail')
    model.sheet(
      [
        [back - 40, tall + 176],
        [back + 44, tall],
      ],
      -print / 2 + 20,
      print / 2 - 20,
      PAPER,
    )
  model.prism(
    'x',
    [
      [front - 10, 8],
      [front + 130, 10],
      [front + 130, 18],
      [front - 10, 18],
    ],
    -print / 2 - 18,
    print / 2 + 18,
    trim,
  )
  model.sheet(
    [
      [front - 10, 62],
      [front + 40, 40],
      [front + 120, 26],
      [front + 196, 26],
    ],
    -print / 2,
    print / 2,
    PAPER,
    (pen) => photo(pen.at(0, 4), print, 212, variant, 0.05),
  )
  const loupe = view === 'detail' ? { loupe: { at: [10, tall, -20] as const, zoom: 2.1 } } : {}
  return { model, viewpoint: viewpointOf(view === 'detail' ? 'open' : view), ...loupe }
}

/** A printer for the jacket pocket. */
export function pocketPhotoPrinter({ palette, view, variant }: Look): Shot {
  const { body, dark } = palette
  const model = new Model()
  const tall = 24
  model
    .box([-62, 0, -40], [62, tall, 40], body, 16)
    .on('top', (pen) => {
      pen.rect(8, 8, 108, 64, { line: body.shade, weight: FINE_LINE }, 12)
      ;[CYAN, MAGENTA, YELLOW, KEY].forEach((fill, at) =>
        pen.circle(24 + at * 11, 22, 3.6, { fill: fill === KEY ? dark.shade : fill }),
      )
      pen.circle(98, 58, 5, { fill: body.plain, line: body.line, weight: FINE_LINE })
    })
    .on('front', (pen) => pen.rect(26, 9, 72, 7, { fill: dark.shade, line: body.line, weight: FINE_LINE }, 3))
    .on('back', (pen) => {
      pen.rect(30, 9, 16, 7, { fill: dark.shade, line: body.line, weight: FINE_LINE }, 3)
      pen.circle(64, 12, 2, { fill: YELLOW }).circle(74, 12, 2, { fill: CYAN })
    })
    .on('right', (pen) => pen.rect(28, 9, 22, 7, { fill: STEEL.plain, line: body.line, weight: FINE_LINE }, 3))
  const reach = view === 'open' || view === 'detail' ? 74 : 52
  model.sheet(
    [
      [40, 12],
      [40 + reach * 0.6, 10],
      [40 + reach, 13],
    ],
    -33,
    33,
    PAPER,
    (pen) => photo(pen.at(0, 2), 66, reach, variant, 0.08),
  )
  if (view !== 'front')
    model.sheet(
      [
        [64, 1],
        [114, 1],
      ],
      -124,
      -50,
      PAPER,
      (pen) => photo(pen, 74, 50, (variant + 1) % 3, 0.08),
    )
  if (view !== 'back') {
    model.box([82, 0, -50], [142, 7, 62], BLACK, 10).on('top', (pen) => {
      pen.rect(3, 4, 54, 104, { fill: '#fbfaf6' }, 7)
      photo(pen.at(7, 16), 46, 58, variant, 0)
      pen.rect(14, 84, 32, 12, { fill: CYAN }, 6)
    })
  }
  const loupe = view === 'detail' ? { loupe: { at: [-4, 18, 40] as const, zoom: 1.7 } } : {}
  return {
    model,
    viewpoint: view === 'detail' ? { turn: -20, rise: 46 } : { ...viewpointOf(view), rise: 32 },
    ...loupe,
  }
}

/** A printer for plans and posters on its stand. */
export function largeFormat({ palette, view, variant }: Look): Shot {
  const { body, trim, dark } = palette
  const model = new Model()
  const width = 760 + variant * 60
  const [left, right] = [-width / 2, width / 2]
  const foot = 380
  const poster = variant > 0
  for (const x of [left + 90, right - 114]) {
    model.box([x, 0, -130], [x + 24, 16, 130], dark, 6)
    model.box([x + 4, 16, -20], [x + 20, foot, 20], STEEL)
  }
  model.box([left + 108, 70, -8], [right - 108, 84, 8], STEEL)
  const tall = foot + 150
  model
    .prism(
      'x',
      [
        [-110, foot, 12],
        [100, foot, 16],
        [100, foot + 84],
        [50, tall, 30],
        [-110, tall, 24],
      ],
      left,
      right,
      body,
    )
    .onSlope([50, tall], [100, foot + 84], (pen) => {
      pen.recess(110, 52, width - 230, 20, 20, dark)
      panelScreen(pen.at(width - 104, 12), 82, 46)
    })
    .on('front', (pen) => {
      seam(
        pen,
        [
          [96, 80],
          [96, 150],
        ],
        body,
      )
      seam(
        pen,
        [
          [width - 112, 66],
          [width - 112, 150],
        ],
        body,
      )
      ;[CYAN, MAGENTA, YELLOW, KEY].forEach((fill, at) =>
        pen.rect(
          20 + at * 18,
          94,
          13,
          34,
          { fill: fill === KEY ? '#33312d' : fill, line: body.line, weight: FINE_LINE },
          3,
        ),
      )
    })
    .on('back', (pen) => {
      pen.recess(100, 40, width - 200, 84, 60, dark)
      mains(pen, 20, 100)
      ports(pen.at(width - 60, 24, 0.9), 0, 0)
    })
    .on('left', (pen) => vents(pen, 60, 60, 90, 50, 6, body.line))
    .on('right', (pen) => vents(pen, 60, 60, 90, 50, 6, body.line))
  if (view === 'back') model.cylinder('x', [-132, foot + 70], 34, left + 110, right - 110, PAPER)
  for (const x of [left + 96, right - 110]) model.box([x, foot + 40, -150], [x + 14, foot + 96, -110], trim)
  const print = width - 250
  const hang = view === 'open' ? 250 : 190
  model.sheet(
    [
      [96, foot + 92],
      [122, foot + 78],
      [134, foot + 40],
      [130, foot - hang * 0.5],
      [118, foot - hang],
    ],
    -print / 2,
    print / 2,
    PAPER,
    (pen) => {
      if (poster) photo(pen.at(0, 24), print, hang + 70, variant - 1, 0.05)
      else plan(pen.at(0, 16), print, hang + 78)
    },
  )
  if (view === 'open') model.cylinder('y', [right + 60, 90], 20, 0, 300, PAPER)
  if (view === 'open') model.cylinder('y', [right + 60, 90], 21, 120, 140, tinted(MAGENTA))
  const loupe = view === 'detail' ? { loupe: { at: [left + 78, foot + 62, 100] as const, zoom: 4 } } : {}
  return {
    model,
    viewpoint: view === 'detail' ? { turn: -24, rise: 22 } : { ...viewpointOf(view), rise: 15 },
    ...loupe,
  }
}
