import { panelKeys, panelScreen } from '../artwork-screens.ts'
import { testPage } from '../artwork.ts'
import { CYAN, PAPER } from '../casings.ts'
import { FINE_LINE } from '../svg.ts'
import { Model } from '../model.ts'
import { namePlate } from '../name-plate.ts'
import { grip, mains, ports, ratingPlate, seam, vents } from './fittings.ts'
import { viewpointOf, type Look, type ModelView } from './view.ts'
import { toners } from './laser-toners.ts'

/** A desktop laser printer: paper below, pages face down on top. */
export function laser(look: Look): ModelView {
  return desktopLaser(look, { width: 370 + look.variant * 14, height: 216 + look.variant * 16, color: false })
}

/** A color laser printer: taller, with four toners and a touch screen. */
export function colorLaser(look: Look): ModelView {
  return desktopLaser(look, { width: 390, height: 280 + look.variant * 14, color: true })
}

interface LaserSize {
  readonly width: number
  readonly height: number
  readonly color: boolean
}

function desktopLaser({ palette, view, variant, traits = {} }: Look, { width, height, color }: LaserSize): ModelView {
  if (view === 'detail') return toners({ palette, color })
  const { body, trim, dark } = palette
  const { trays = 1, display = color || variant > 1 ? 'screen' : 'keys', accent, plate = '' } = traits
  const deckMaterial = accent === 'top' ? dark : body
  const model = new Model()
  const [left, right] = [-width / 2, width / 2]
  const [back, front] = [-165, 165]
  const deck = height - 42
  const open = view === 'open'
  model.box([left + 14, 0, back + 14], [right - 14, 8, front - 14], dark)
  model
    .prism(
      'x',
      [
        [back, 8, 10],
        [front, 8, 14],
        [front, deck],
        [back, deck],
      ],
      left,
      right,
      body,
    )
    .on('front', (pen) => laserFront(pen, width, deck - 8))
    .on('right', (pen) => {
      vents(pen, 70, 34, 90, 46, 7, body.line)
      seam(
        pen,
        [
          [0, deck - 84],
          [330, deck - 84],
        ],
        body,
      )
    })
    .on('left', (pen) => {
      vents(pen, 190, 34, 90, 46, 7, body.line)
      seam(
        pen,
        [
          [0, deck - 84],
          [330, deck - 84],
        ],
        body,
      )
    })
    .on('back', (pen) => {
      pen.rect(96, 18, width - 130, deck - 90, { fill: body.plain, line: body.line, weight: FINE_LINE }, 6)
      grip(pen, width / 2 - 26, 30, 80, 14, body)
      seam(
        pen,
        [
          [110, 92],
          [width - 48, 92],
        ],
        body,
      )
      ports(pen, 28, 24)
      mains(pen, 24, deck - 56)
      ratingPlate(pen, width - 104, deck - 60)
    })
  // The deck: a hollow for the pages between two rails, a block with the slot behind, the panel in front.
  const slot = -46
  model
    .prism(
      'x',
      [
        [back, deck],
        [slot, deck],
        [slot, height - 6],
        [slot - 12, height],
        [back, height, 16],
      ],
      left,
      right,
      deckMaterial,
    )
    .on('front', (pen) => pen.recess(44, 12, width - 88, 24, 30, dark))
    .on('back', (pen) => vents(pen, 40, 12, width - 80, 18, 3, body.line))
  for (const [from, to] of [
    [left, left + 30],
    [right - 30, right],
  ] as const) {
    model.prism(
      'x',
      [
        [slot, deck],
        [front - 30, deck],
        [front - 30, height - 12],
        [slot, height - 2],
      ],
      from,
      to,
      deckMaterial,
    )
  }
  model.prism(
    'x',
    [
      [slot, deck],
      [front - 30, deck],
      [front - 30, deck + 24],
      [slot, deck + 3],
    ],
    left + 30,
    right - 30,
    trim,
  )
  const panelTop: [number, number] = [front - 34, height - 12]
  const panelFoot: [number, number] = [front, deck + 6]
  model
    .prism('x', [[front - 34, deck], [front, deck], panelFoot, panelTop], left, right, deckMaterial)
    .onSlope(panelTop, panelFoot, (pen) => {
      if (display === 'screen') panelScreen(pen.at(width - 118, 3), 92, 36)
      if (display === 'keys') panelKeys(pen.at(width - 124, 8), 96, 24, body)
      pen
        .circle(30, 20, 7, { fill: body.shade, line: body.line, weight: FINE_LINE })
        .circle(30, 20, 2.6, { fill: CYAN })
    })
  if (display === 'tilted') {
    model
      .prism(
        'x',
        [
          [front - 40, height - 10],
          [front + 4, deck + 8],
          [front + 8, deck + 16],
          [front - 34, height + 38],
        ],
        right - 132,
        right - 8,
        dark,
      )
      .onSlope([front - 34, height + 38], [front + 8, deck + 16], (pen) => panelScreen(pen.at(8, 6), 108, 58))
  }
  if (traits.flap === true && !open) {
    // Single sheets in front, on their flap.
    model.prism(
      'x',
      [
        [front, deck - 96],
        [front + 74, deck - 82],
        [front + 74, deck - 74],
        [front, deck - 86],
      ],
      -92,
      92,
      trim,
    )
    model.sheet(
      [
        [front + 2, deck - 84],
        [front + 108, deck - 66],
      ],
      -72,
      72,
      PAPER,
    )
  }
  const pages = open ? 1 : 0
  for (let page = 0; page <= pages; page += 1) {
    const lift = page * 5
    model.sheet(
      [
        [slot + 2, deck + 22 + lift],
        [slot + 60, deck + 40 + lift],
        [front - 20, height + 8 + lift],
        [front + 26 + page * 10, height + 6 + lift],
      ],
      -98,
      98,
      PAPER,
      (pen) => (page === pages ? testPage(pen.at(8, 4), 180, 190, color) : undefined),
    )
  }
  if (open) {
    // The tray pulled out, with paper in it.
    model
      .box([left + 34, 12, front], [right - 34, 60, front + 92], body)
      .on('top', (pen) => pen.recess(14, 0, width - 96, 78, 30, dark))
      .on('front', (pen) => grip(pen, (width - 68) / 2 - 44, 12, 88, 16, body))
    model.box([left + 52, 50, front + 2], [right - 52, 57, front + 74], PAPER)
  }
  return { model, viewpoint: viewpointOf(view), body: [width, 330, height] }

  function laserFront(pen: Parameters<Parameters<ReturnType<Model['box']>['on']>[1]>[0], w: number, h: number): void {
    const trayTop = h - 8 - 66 * (trays > 1 ? 1.35 : 1)
    const each = (h - 8 - trayTop) / trays
    const front = accent === 'front' ? dark : body
    pen.rect(
      26,
      16,
      w - 52,
      trayTop - 26,
      { line: body.line, weight: FINE_LINE, ...(accent === 'front' && { fill: dark.plain }) },
      8,
    )
    if (plate === '') pen.rect(40, 28, w - 150, 16, { fill: body.shade }, 8)
    else namePlate(pen, 44, 28, 17, plate, front)
    if (variant > 0 || color) vents(pen, 40, trayTop - 44, w - 80, 16, 2, front.shade)
    if (open) {
      pen.recess(34, h - 62, w - 68, 52, 60, dark)
      return
    }
    for (let tray = 0; tray < trays; tray += 1) {
      const y = trayTop + tray * each
      pen.rect(26, y, w - 52, each - 4, { line: body.line, weight: FINE_LINE }, 6)
      grip(pen, w / 2 - 46, y + each * 0.14, 92, Math.min(17, each * 0.4), body)
    }
    pen.rect(w - 62, h - 56, 8, 34, { fill: dark.shade }, 4).bars([[w - 61, h - 36, 6, 12]], CYAN)
  }
}
