import { barCode, customerScreen, keypad, receipt, tillScreen } from '../artwork.ts'
import { BLACK, CYAN, KEY, MAGENTA, PAPER, STEEL, tinted, YELLOW, type Palette } from '../casings.ts'
import { FINE_LINE } from '../easel.ts'
import { Model } from '../model.ts'
import { grip, mains, ports, ratingPlate, seam, vents } from './fittings.ts'
import { viewpointOf, type Look, type Shot } from './shot.ts'

/** A till with a touch screen. */
export function tillTerminal(look: Look): Shot {
  return till(look, false)
}

/** A till with a second screen towards the customer. */
export function dualTillTerminal(look: Look): Shot {
  return till(look, true)
}

function till({ palette, view, variant }: Look, dual: boolean): Shot {
  const { body, trim, dark } = palette
  const model = new Model()
  const width = 330 + variant * 20
  model
    .box([-112, 0, dual ? -136 : -86], [112, 26, 96], body, 26)
    .on('top', (pen) => pen.rect(16, 14, 192, 150, { line: body.shade, weight: FINE_LINE }, 18))
    .on('back', (pen) => {
      pen.rect(60, 6, 104, 14, { fill: dark.shade, line: body.line, weight: FINE_LINE }, 3)
      pen.bars(
        [
          [68, 10, 12, 7],
          [86, 10, 12, 7],
          [104, 10, 18, 7],
          [130, 10, 24, 7],
        ],
        STEEL.plain,
      )
    })
  model
    .prism(
      'x',
      [
        [-66, 26],
        [20, 26],
        [-4, 120],
        [-44, 150],
      ],
      -46,
      46,
      trim,
    )
    .on('right', (pen) => pen.circle(60, 70, 10, { fill: trim.shade, line: trim.line, weight: FINE_LINE }))
  const addCustomerScreen = (): void => {
    // On a pole, high enough to be seen over the other screen.
    const tip: [number, number] = [-140, 408]
    const foot: [number, number] = [-126, 292]
    model.box([-12, 26, -122], [12, 330, -102], dark, 5)
    model
      .prism('x', [tip, [tip[0] + 14, tip[1] + 4, 4], [foot[0] + 14, foot[1] + 2, 4], foot], -98, 98, body)
      .onPlane([98, tip[1], tip[0]], [-1, 0, 0], [0, foot[1] - tip[1], foot[0] - tip[0]], (pen) => {
        pen.rect(4, 4, 188, 108, { fill: BLACK.shade, line: KEY, weight: FINE_LINE }, 5)
        customerScreen(pen.at(11, 11), 174, 94)
      })
      .on('front', (pen) => pen.rect(20, 24, 156, 70, { line: body.line, weight: FINE_LINE }, 6))
  }
  // Seen from behind, the customer's screen stands before the other one.
  if (dual && view !== 'back') addCustomerScreen()
  // The screen leans back: its outline runs from the lower front edge to the upper back edge.
  const low: [number, number] = [52, 82]
  const high: [number, number] = [-64, 302]
  model
    .prism(
      'x',
      [low, [low[0] - 26, low[1] - 14, 6], [high[0] - 26, high[1] - 14, 10], high],
      -width / 2,
      width / 2,
      body,
    )
    .onSlope(high, low, (pen) => {
      pen.rect(5, 5, width - 10, 238, { fill: BLACK.shade, line: KEY, weight: FINE_LINE }, 8)
      tillScreen(pen.at(16, 16), width - 32, 216)
    })
    .onPlane([width / 2, high[1] - 14, high[0] - 26], [-1, 0, 0], [0, low[1] - high[1], low[0] - high[0]], (pen) => {
      pen.rect(20, 20, width - 40, 206, { line: body.line, weight: FINE_LINE }, 10)
      vents(pen, width / 2 - 70, 40, 140, 40, 5, body.shade)
      if (!dual) ratingPlate(pen, width / 2 - 30, 180)
    })
  if (dual && view === 'back') addCustomerScreen()
  if (variant !== 1) {
    model
      .box([width / 2, 152, -26], [width / 2 + 20, 250, -4], dark, 3)
      .on('front', (pen) => pen.rect(7, 4, 6, 90, { fill: BLACK.shade }))
  }
  if (view === 'open') model.place(cardReader(palette), [-200, 0, 70])
  const loupe =
    view === 'detail' ? { loupe: { at: dual ? ([0, 350, -136] as const) : ([70, 180, 0] as const), zoom: 2 } } : {}
  return {
    model,
    viewpoint:
      view === 'detail'
        ? { turn: dual ? 196 : 18, rise: dual ? 14 : 26 }
        : view === 'open'
          ? { turn: dual ? -62 : -48, rise: 22 }
          : viewpointOf(view),
    ...loupe,
  }
}

/** A tablet on a stand with a card reader beside it. */
export function tabletTill({ palette, view, variant }: Look): Shot {
  const { body, dark } = palette
  const model = new Model()
  model.box([-80, 0, -70], [80, 14, 80], body, 30)
  model.prism(
    'x',
    [
      [-46, 14],
      [0, 14],
      [-26, 110],
      [-56, 126],
    ],
    -24,
    24,
    STEEL,
  )
  const low: [number, number] = [46, 62]
  const high: [number, number] = [-84, 222]
  model
    .prism(
      'x',
      [low, [low[0] - 15, low[1] - 11, 5], [high[0] - 15, high[1] - 11, 5], high],
      -136,
      136,
      view === 'back' ? body : dark,
    )
    .onSlope(high, low, (pen) => {
      pen.rect(4, 4, 264, 198, { fill: BLACK.shade, line: KEY, weight: FINE_LINE }, 12)
      tillScreen(pen.at(16, 14), 240, 178)
    })
    .onPlane([136, high[1] - 11, high[0] - 15], [-1, 0, 0], [0, low[1] - high[1], low[0] - high[0]], (pen) => {
      pen.rect(14, 14, 244, 178, { line: body.line, weight: FINE_LINE }, 12)
      pen
        .circle(136, 100, 30, { fill: STEEL.plain, line: body.line, weight: FINE_LINE })
        .circle(136, 100, 10, { fill: STEEL.shade })
      pen.circle(236, 34, 7, { fill: BLACK.shade, line: body.line, weight: FINE_LINE })
    })
  model.place(cardReader(palette), [150, 0, 34])
  if (view === 'open' || variant > 0)
    model.place(receiptPrinterModel({ palette, view: 'front', variant: 0 }), [-216, 0, -40], 0.72)
  const loupe = view === 'detail' ? { loupe: { at: [166, 40, 44] as const, zoom: 2.8 } } : {}
  return { model, viewpoint: view === 'detail' ? { turn: 10, rise: 40 } : { ...viewpointOf(view), rise: 24 }, ...loupe }
}

/** A reader for cards, with one in it. */
export function cardReader({ body, dark }: Palette): Model {
  const model = new Model()
  model
    .prism(
      'x',
      [
        [-56, 0],
        [60, 0, 8],
        [60, 16, 6],
        [-56, 44, 10],
      ],
      -34,
      34,
      dark,
    )
    .onSlope([-56, 44], [60, 16], (pen) => {
      pen.rect(8, 8, 52, 36, { fill: '#c4e6f1', line: KEY, weight: FINE_LINE }, 3)
      pen.bars(
        [
          [14, 16, 26, 5],
          [14, 26, 16, 4],
        ],
        CYAN,
      )
      keypad(pen, 8, 50, 52, 46, 3, body.lit)
      pen.bars([[8, 100, 15, 9]], MAGENTA)
      pen.bars([[26, 100, 15, 9]], YELLOW)
      pen.bars([[45, 100, 15, 9]], '#2d6a2e')
    })
  model.box([-27, 6, 60], [27, 8, 94], tinted(CYAN)).on('top', (pen) => pen.rect(38, 8, 10, 14, { fill: YELLOW }, 2))
  return model
}

/** A thermal printer for receipts. */
export function receiptPrinter(look: Look): Shot {
  const { view } = look
  const model = receiptPrinterModel(look)
  const loupe = view === 'detail' ? { loupe: { at: [0, 110, 70] as const, zoom: 1.9 } } : {}
  return { model, viewpoint: viewpointOf(view === 'detail' ? 'open' : view), ...loupe }
}

export function receiptPrinterModel({ palette, view, variant }: Look): Model {
  const { body, trim, dark } = palette
  const model = new Model()
  const [left, right, back, front] = [-74, 74, -98, 98]
  const waist = 86
  const tall = 146 - variant * 8
  model
    .box([left, 4, back], [right, waist, front], body, 14)
    .on('front', (pen) => {
      pen.circle(30, 24, 8, { fill: dark.shade }).circle(30, 24, 3.4, { fill: CYAN })
      ;[CYAN, YELLOW, MAGENTA].forEach((fill, at) => pen.circle(100 + at * 13, 24, 3.4, { fill }))
      seam(
        pen,
        [
          [14, 44],
          [134, 44],
        ],
        body,
      )
    })
    .on('back', (pen) => {
      ports(pen.at(16, 12, 0.6), 0, 0)
      mains(pen.at(58, 42, 0.9), 0, 0)
      ratingPlate(pen.at(60, 10, 0.8), 0, 0)
    })
    .on('right', (pen) => vents(pen, 60, 26, 80, 26, 4, body.line))
    .on('left', (pen) => vents(pen, 60, 26, 80, 26, 4, body.line))
  const open = view === 'open' || view === 'detail'
  if (open) {
    model
      .box([left + 10, waist, back + 30], [right - 10, waist + 6, front - 20], dark)
      .on('top', (pen) => pen.recess(8, 8, 112, 120, 40, dark))
    model
      .cylinder('x', [-6, waist + 18], 42, left + 20, right - 20, PAPER)
      .on('right', (pen) => pen.circle(42, 42, 12, { fill: trim.plain, line: trim.line, weight: FINE_LINE }))
      .on('left', (pen) => pen.circle(42, 42, 12, { fill: trim.plain, line: trim.line, weight: FINE_LINE }))
    model.prism(
      'x',
      [
        [back + 4, waist + 4],
        [back + 26, waist],
        [back - 10, waist + 120, 16],
        [back - 44, waist + 112, 16],
      ],
      left,
      right,
      body,
    )
    model.sheet(
      [
        [34, waist + 30],
        [66, waist + 18],
        [front - 8, waist + 20],
        [front + 40, waist - 20],
      ],
      left + 24,
      right - 24,
      PAPER,
      (pen) => receipt(pen.at(0, 20), 100, 96),
    )
    return model
  }
  model
    .prism(
      'x',
      [
        [back, waist],
        [front, waist],
        [front, waist + 10, 8],
        [34, tall - 8],
        [30, tall, 5],
        [back, tall, 24],
      ],
      left,
      right,
      body,
    )
    .onSlope([34, tall - 8], [front, waist + 10], (pen) =>
      pen.rect(14, 10, 120, 56, { fill: trim.plain, line: body.line, weight: FINE_LINE }, 8),
    )
    .on('top', (pen) => pen.rect(16, 118, 116, 9, { fill: dark.shade }, 3))
    .on('right', (pen) =>
      seam(
        pen,
        [
          [64, 4],
          [64, 56],
        ],
        body,
      ),
    )
  model.sheet(
    [
      [-20, tall + 122],
      [6, tall + 84],
      [20, tall + 30],
      [24, tall - 2],
    ],
    left + 24,
    right - 24,
    PAPER,
    (pen) => receipt(pen, 100, 134),
  )
  return model
}

/** A cash drawer; open it shows notes and coins. */
export function cashDrawer({ palette, view, variant }: Look): Shot {
  const model = cashDrawerModel({ palette, view, variant })
  const loupe = view === 'detail' ? { loupe: { at: [30, 70, 290] as const, zoom: 2 } } : {}
  return {
    model,
    viewpoint: view === 'detail' ? { turn: -26, rise: 42 } : { ...viewpointOf(view), rise: view === 'open' ? 36 : 24 },
    ...loupe,
  }
}

export function cashDrawerModel({ palette, view, variant }: Look): Model {
  const { body, dark } = palette
  const model = new Model()
  const width = 400 - variant * 30
  const [left, right] = [-width / 2, width / 2]
  model
    .box([left, 6, -200], [right, 106, 190], body)
    .on('top', (pen) => pen.rect(18, 18, width - 36, 354, { line: body.shade, weight: FINE_LINE }, 10))
    .on('back', (pen) => {
      pen.rect(40, 40, 26, 22, { fill: STEEL.plain, line: KEY, weight: FINE_LINE }, 3).bars([[46, 46, 14, 11]], KEY)
      ratingPlate(pen, width - 100, 34)
    })
  for (const x of [left + 20, right - 60]) model.box([x, 0, 120], [x + 40, 6, 160], BLACK)
  const pulled = view === 'open' || view === 'detail' ? 200 : 0
  if (pulled > 0) {
    model.box([left + 14, 14, 190], [right - 14, 88, 190 + pulled], dark).on('top', (pen) => {
      const inside = width - 28
      pen.recess(8, 0, inside - 16, pulled - 8, 24, dark)
      const notes = ['#9fc9a0', '#f2c6a0', '#c4e6f1', '#d9c5e3']
      notes.forEach((fill, at) => {
        const w = (inside - 50) / 4
        const x = 16 + at * (w + 6)
        pen
          .rect(x, 6, w, 92, { fill, line: KEY, weight: FINE_LINE }, 2)
          .circle(x + w / 2, 50, w * 0.2, { fill: '#fbfaf6' })
        pen.bars(
          [
            [x + 8, 16, w * 0.3, 5],
            [x + w - 8 - w * 0.3, 82, w * 0.3, 5],
          ],
          '#57544d',
        )
      })
      for (let cup = 0; cup < 5; cup += 1) {
        const w = (inside - 46) / 5
        const x = 16 + cup * (w + 3.5)
        pen.rect(x, 108, w, pulled - 126, { fill: dark.shade, line: dark.line, weight: FINE_LINE }, 12)
        ;(
          [
            [0.34, 0.4],
            [0.62, 0.56],
            [0.42, 0.7],
          ] as const
        ).forEach(([a, b]) =>
          pen.circle(x + w * a, 108 + (pulled - 126) * b, 11, {
            fill: cup < 2 ? '#e0b23c' : STEEL.plain,
            line: KEY,
            weight: 1,
          }),
        )
      }
    })
  }
  model.box([left, 10, 190 + pulled], [right, 98, 206 + pulled], body).on('front', (pen) => {
    pen.rect(10, 8, width - 20, 72, { line: body.shade, weight: FINE_LINE }, 5)
    pen
      .circle(width / 2, 42, 13, { fill: STEEL.plain, line: body.line, weight: FINE_LINE })
      .bars([[width / 2 - 2, 34, 4, 16]], KEY)
    grip(pen, 40, 36, 74, 10, body)
    pen.rect(width - 100, 36, 56, 10, { fill: YELLOW, line: body.line, weight: FINE_LINE }, 5)
  })
  return model
}

/** A carton with a bar code, for what is read or labelled. */
export function carton(width: number, tall: number, deep: number, labelled: 'front' | 'back' = 'front'): Model {
  const model = new Model()
  const card = { lit: '#e6cfa6', plain: '#d5b883', shade: '#a98b57', line: '#3a3122' }
  model
    .box([-width / 2, 0, -deep / 2], [width / 2, tall, deep / 2], card)
    .on('top', (pen) => pen.rect(0, deep * 0.42, width, deep * 0.16, { fill: '#f0e2c4' }))
    .on(labelled, (pen) => {
      pen.rect(
        width * 0.16,
        tall * 0.26,
        width * 0.68,
        tall * 0.5,
        { fill: '#ffffff', line: card.line, weight: FINE_LINE },
        3,
      )
      barCode(pen, width * 0.24, tall * 0.34, width * 0.52, tall * 0.26)
      pen.bars([[width * 0.24, tall * 0.66, width * 0.3, tall * 0.035]], KEY)
    })
  return model
}
