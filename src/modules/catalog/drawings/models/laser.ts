import { letter, panelKeys, panelScreen, testPage } from '../artwork.ts'
import { BLACK, CYAN, KEY, MAGENTA, PAPER, STEEL, tinted, YELLOW } from '../casings.ts'
import { FINE_LINE } from '../easel.ts'
import { Model } from '../model.ts'
import { grip, mains, ports, ratingPlate, seam, vents } from './fittings.ts'
import { viewpointOf, type Look, type Shot } from './shot.ts'

/** A desktop laser printer: paper below, pages face down on top. */
export function laser(look: Look): Shot {
  return desktopLaser(look, { width: 370 + look.variant * 14, height: 216 + look.variant * 16, colour: false })
}

/** A colour laser printer: taller, with four toners and a touch screen. */
export function colourLaser(look: Look): Shot {
  return desktopLaser(look, { width: 390, height: 280 + look.variant * 14, colour: true })
}

interface LaserSize {
  readonly width: number
  readonly height: number
  readonly colour: boolean
}

function desktopLaser({ palette, view, variant }: Look, { width, height, colour }: LaserSize): Shot {
  if (view === 'detail') return toners({ palette, colour })
  const { body, trim, dark } = palette
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
      body,
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
      body,
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
    .prism('x', [[front - 34, deck], [front, deck], panelFoot, panelTop], left, right, body)
    .onSlope(panelTop, panelFoot, (pen) => {
      if (colour || variant > 1) panelScreen(pen.at(width - 118, 3), 92, 36)
      else panelKeys(pen.at(width - 124, 8), 96, 24, body)
      pen
        .circle(30, 20, 7, { fill: body.shade, line: body.line, weight: FINE_LINE })
        .circle(30, 20, 2.6, { fill: CYAN })
    })
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
      (pen) => (page === pages ? testPage(pen.at(8, 4), 180, 190, colour) : undefined),
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
  return { model, viewpoint: viewpointOf(view) }

  function laserFront(pen: Parameters<Parameters<ReturnType<Model['box']>['on']>[1]>[0], w: number, h: number): void {
    pen.rect(26, 16, w - 52, h - 100, { line: body.line, weight: FINE_LINE }, 8)
    pen.rect(40, 28, w - 150, 16, { fill: body.shade }, 8)
    if (variant > 0 || colour) vents(pen, 40, h - 118, w - 80, 16, 2, body.shade)
    if (open) {
      pen.recess(34, h - 62, w - 68, 52, 60, dark)
      return
    }
    pen.rect(26, h - 74, w - 52, 66, { line: body.line, weight: FINE_LINE }, 6)
    grip(pen, w / 2 - 46, h - 66, 92, 17, body)
    pen.rect(w - 62, h - 56, 8, 34, { fill: dark.shade }, 4).bars([[w - 61, h - 36, 6, 12]], CYAN)
    if (variant > 1)
      seam(
        pen,
        [
          [26, h - 42],
          [w - 26, h - 42],
        ],
        body,
      )
  }
}

/** The toners beside each other, out of the machine. */
function toners({ palette, colour }: { readonly palette: Look['palette']; readonly colour: boolean }): Shot {
  const model = new Model()
  const inks = colour ? [CYAN, MAGENTA, YELLOW, KEY] : [KEY]
  inks.forEach((ink, at) => {
    const near = at * 92
    const x = at * 26
    const { dark } = palette
    model
      .prism(
        'x',
        [
          [near - 34, 4, 12],
          [near + 26, 4, 18],
          [near + 34, 34, 14],
          [near + 8, 62, 10],
          [near - 34, 62, 14],
        ],
        x - 160,
        x + 160,
        dark,
      )
      .onSlope([near + 8, 62], [near + 34, 34], (pen) => {
        pen.rect(36, 6, 250, 24, { fill: ink === KEY ? '#fbfaf6' : ink }, 4)
        pen.bars(
          [
            [48, 12, 70, 5],
            [48, 21, 110, 3.5],
          ],
          ink === YELLOW || ink === KEY ? KEY : '#ffffff',
        )
        pen.rect(250, 11, 24, 14, { fill: STEEL.lit }, 2)
      })
      .on('top', (pen) => pen.rect(100, 8, 120, 22, { fill: dark.shade, line: dark.line, weight: FINE_LINE }, 8))
    model.cylinder('x', [near + 2, 30], 13, x + 160, x + 176, tinted(ink === KEY ? '#57544d' : ink))
    model.cylinder('x', [near + 2, 30], 8, x + 176, x + 188, STEEL)
    model.box([x - 172, 18, near - 20], [x - 160, 42, near + 12], BLACK)
  })
  return { model, viewpoint: { turn: 30, rise: 33 } }
}

/** A tall multifunction printer for a whole floor: feeder, screen on an arm, and a stack of trays. */
export function workgroupLaser({ palette, view, variant }: Look): Shot {
  const { body, trim, dark } = palette
  const model = new Model()
  const width = 420
  const [left, right, back, front] = [-width / 2, width / 2, -190, 190]
  const open = view === 'open'
  const trays = variant > 0 ? 3 : 2
  const base = 14 + trays * 62
  for (const x of [left + 20, right - 60]) {
    for (const z of [back + 20, front - 60]) model.box([x, 0, z], [x + 40, 14, z + 40], BLACK)
  }
  model
    .box([left, 14, back], [right, base, front], body)
    .on('front', (pen) => {
      for (let tray = 0; tray < trays; tray += 1) {
        const y = 4 + tray * 62
        pen.rect(12, y, width - 24, 54, { line: body.line, weight: FINE_LINE }, 4)
        grip(pen, width / 2 - 50, y + 10, 100, 17, body)
        pen
          .rect(width - 46, y + 14, 8, 26, { fill: dark.shade }, 4)
          .bars([[width - 45, y + 30 - tray * 5, 6, 9 + tray * 5]], CYAN)
      }
    })
    .on('back', (pen) => ratingPlate(pen, width - 100, 30))
  const belly = base + 130
  model
    .prism(
      'x',
      [
        [back, base],
        [front, base],
        [front, belly],
        [back, belly],
      ],
      left,
      right,
      body,
    )
    .on('front', (pen) => {
      pen.rect(16, 12, width - 32, 104, { line: body.line, weight: FINE_LINE }, 6)
      if (open) pen.recess(20, 16, width - 40, 96, 80, dark)
      else vents(pen, width - 120, 76, 84, 26, 4, body.line)
      if (open)
        [CYAN, MAGENTA, YELLOW, KEY].forEach((ink, at) => {
          pen.rect(52 + at * 84, 34, 62, 68, { fill: dark.plain, line: dark.line, weight: FINE_LINE }, 8)
          pen.rect(60 + at * 84, 42, 46, 30, { fill: ink === KEY ? '#fbfaf6' : ink }, 4)
          pen.rect(70 + at * 84, 82, 26, 10, { fill: STEEL.plain }, 5)
        })
    })
    .on('right', (pen) => vents(pen, 200, 24, 120, 50, 6, body.line))
    .on('left', (pen) => vents(pen, 60, 24, 120, 50, 6, body.line))
    .on('back', (pen) => {
      pen.rect(100, -40, width - 140, 150, { fill: body.plain, line: body.line, weight: FINE_LINE }, 6)
      ports(pen, 34, -20)
      mains(pen, 24, 94)
    })
  if (open) {
    model.plate(
      [
        [left + 16, base + 14, front],
        [right - 16, base + 14, front],
        [right - 22, base - 6, front + 96],
        [left + 22, base - 6, front + 96],
      ],
      body.plain,
      body.line,
    )
  }
  // The pages come out between the body and the scanner, which stands on a pillar at the back and the left.
  const head = belly + 74
  model.box([left, belly, back], [right, head, back + 90], body)
  model.box([left, belly, back + 90], [left + 54, head, front - 20], body)
  model.box([left + 54, belly, back + 90], [right, belly + 4, front], trim)
  for (const page of [0, 1, 2]) {
    model.sheet(
      [
        [back + 92, belly + 30 + page * 4],
        [front - 90, belly + 16 + page * 4],
        [front - 20 + page * 6, belly + 20 + page * 4],
      ],
      left + 110,
      right - 70,
      PAPER,
      (pen) => (page === 2 ? letter(pen, width - 180, 250, true) : undefined),
    )
  }
  model
    .box([left, head, back], [right, head + 40, front], body)
    .on('front', (pen) => pen.rect(0, 30, width, 10, { fill: dark.plain }))
  model.box([left + 6, head + 40, back + 4], [right - 6, head + 48, front - 6], dark)
  const lid = head + 48
  model
    .prism(
      'x',
      [
        [back + 4, lid],
        [front - 14, lid],
        [front - 14, lid + 22, 10],
        [40, lid + 26],
        [-10, lid + 74, 20],
        [back + 4, lid + 74, 20],
      ],
      left + 6,
      right - 96,
      body,
    )
    .onSlope([40, lid + 26], [front - 14, lid + 22], (pen) =>
      seam(
        pen,
        [
          [30, 16],
          [width - 140, 16],
        ],
        body,
      ),
    )
  model.sheet(
    [
      [back - 30, lid + 168],
      [back + 60, lid + 108],
      [-14, lid + 70],
    ],
    left + 60,
    right - 150,
    PAPER,
    (pen) => letter(pen, 210, 190, true),
  )
  // The screen, tilted to whoever stands there.
  model
    .prism(
      'x',
      [
        [front, head + 6],
        [front + 58, head - 8],
        [front + 62, head + 2],
        [front + 4, head + 44],
      ],
      right - 170,
      right - 8,
      dark,
    )
    .onSlope([front + 4, head + 44], [front + 62, head + 2], (pen) => panelScreen(pen.at(6, 4), 150, 62))
  const loupe = view === 'detail' ? { loupe: { at: [right - 96, head + 30, front + 30] as const, zoom: 3 } } : {}
  return { model, viewpoint: viewpointOf(view), ...loupe }
}
