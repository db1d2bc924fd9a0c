import { customerScreen, keypad, tillScreen } from '../artwork-screens.ts'
import { BLACK, CYAN, KEY, MAGENTA, STEEL, tinted, YELLOW, type Palette } from '../casings.ts'
import { FINE_LINE } from '../svg.ts'
import { Model } from '../model.ts'
import { ratingPlate, vents } from './fittings.ts'
import { viewpointOf, type Look, type ModelView } from './view.ts'
import { receiptPrinterModel } from './receipt-printer.ts'

/** A till with a touch screen. */
export function tillTerminal(look: Look): ModelView {
  return till(look, false)
}

/** A till with a second screen towards the customer. */
export function dualTillTerminal(look: Look): ModelView {
  return till(look, true)
}

function till({ palette, view, variant }: Look, dual: boolean): ModelView {
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
  const closeUp =
    view === 'detail' ? { closeUp: { at: dual ? ([0, 350, -136] as const) : ([70, 180, 0] as const), zoom: 2 } } : {}
  return {
    model,
    viewpoint:
      view === 'detail'
        ? { turn: dual ? 196 : 18, rise: dual ? 14 : 26 }
        : view === 'open'
          ? { turn: dual ? -62 : -48, rise: 22 }
          : viewpointOf(view),
    ...closeUp,
  }
}

/** A tablet on a stand with a card reader beside it. */
export function tabletTill({ palette, view, variant }: Look): ModelView {
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
  const closeUp = view === 'detail' ? { closeUp: { at: [166, 40, 44] as const, zoom: 2.8 } } : {}
  return {
    model,
    viewpoint: view === 'detail' ? { turn: 10, rise: 40 } : { ...viewpointOf(view), rise: 24 },
    ...closeUp,
  }
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
