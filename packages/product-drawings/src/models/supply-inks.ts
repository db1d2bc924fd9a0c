import { BLACK, KEY, PAPER, STEEL, tinted } from '../casings.ts'
import { FINE_LINE } from '../svg.ts'
import { Model } from '../model.ts'
import { drop, inkColors, inkFront, inkMaterial, retailBox, supplyView, textOn } from './supply-box.ts'
import type { Look, ModelView } from './view.ts'

/** A toner cartridge: a long tank with a drum along its edge. */
export function tonerSupply(look: Look): ModelView {
  const { palette, ink, variant } = look
  const { dark } = palette
  const half = 150 + variant * 22
  const [color = KEY] = inkColors(ink)
  const item = new Model()
  item
    .prism(
      'x',
      [
        [-36, 4, 12],
        [26, 4, 18],
        [36, 34, 14],
        [10, 66 + variant * 8, 10],
        [-36, 66 + variant * 8, 14],
      ],
      -half,
      half,
      BLACK,
    )
    .onSlope([10, 66 + variant * 8], [36, 34], (pen) => {
      pen.rect(30, 5, half * 2 - 60, 26, { fill: color === '#3d3b36' ? '#fbfaf6' : color }, 4)
      pen.bars(
        [
          [44, 11, 74, 5],
          [44, 20, 112, 3.5],
        ],
        color === '#3d3b36' ? KEY : textOn(color),
      )
      drop(pen, half * 2 - 56, 9, 17, color === '#3d3b36' ? KEY : '#ffffff')
    })
    .on('top', (pen) => {
      const grip = { fill: dark.plain, line: dark.line, weight: FINE_LINE }
      pen.rect(half - 60, 9, 120, 22, grip, 8)
    })
  item.cylinder('x', [2, 32], 14, half, half + 14, inkMaterial(ink))
  item.cylinder('x', [2, 32], 8, half + 14, half + 26, STEEL)
  item.box([-half - 12, 18, -22], [-half, 44, 14], BLACK)
  const [width, tall] = [half * 1.7, 128]
  const front = inkFront(ink, width, tall, palette.body, variant)
  const box = retailBox({ width, tall, deep: 96, material: palette.body, front })
  return supplyView(look, item, box, { box: [-40, 0, -150], closeUp: [half - 40, 40, 20] })
}

/** An imaging drum: a bright cylinder in a frame with two handles. */
export function drumSupply(look: Look): ModelView {
  const { palette, variant } = look
  const half = 150 + variant * 16
  const green = tinted('#2f8f6b')
  const item = new Model()
  item.box([-half, 0, -58], [half, 22, 52], BLACK, 6)
  item.cylinder('x', [8, 42], 26, -half + 16, half - 16, green)
  item.box([-half, 22, -58], [-half + 14, 74, 52], BLACK)
  item.box([half - 14, 22, -58], [half, 74, 52], BLACK)
  item.box([-half + 14, 22, -58], [half - 14, 62, -34], palette.dark).on('front', (pen) => {
    pen.bars([[24, 10, 90, 5]], '#ffffff')
  })
  const [width, tall] = [half * 1.6, 132]
  const box = retailBox({
    width,
    tall,
    deep: 100,
    material: palette.body,
    front(pen) {
      pen.rect(0, tall * 0.14, width, tall * 0.4, { fill: green.plain })
      pen.circle(width * 0.5, tall * 0.34, tall * 0.14, { fill: '#ffffff' })
      pen.circle(width * 0.5, tall * 0.34, tall * 0.07, { fill: green.plain })
      pen.bars([[width * 0.1, tall * 0.74, width * 0.44, tall * 0.05]], palette.body.line)
    },
  })
  return supplyView(look, item, box, { box: [-36, 0, -150], closeUp: [half - 60, 44, 20] })
}

/** An ink cartridge; in three colors it has a field of each. */
export function cartridgeSupply(look: Look): ModelView {
  const { palette, ink, variant } = look
  const colors = inkColors(ink)
  const wide = colors.length > 1 ? 84 : 46 + variant * 12
  const tall = 132 - variant * 8
  const item = new Model()
  item
    .prism(
      'x',
      [
        [-72, 0],
        [62, 0, 6],
        [62, tall - 36, 4],
        [40, tall - 36, 4],
        [40, tall, 8],
        [-72, tall, 8],
      ],
      -wide / 2,
      wide / 2,
      BLACK,
    )
    .on('front', (pen) => {
      colors.forEach((fill, at) =>
        pen.rect(6 + ((wide - 12) / colors.length) * at, 42, (wide - 12) / colors.length, 46, { fill }),
      )
      pen.bars([[wide * 0.24, 60, wide * 0.5, 4]], textOn(colors[0] ?? KEY))
      pen.rect(wide / 2 - 9, tall - 22, 18, 9, { fill: '#e2b23c' }, 2)
    })
    .on('right', (pen) => {
      const [color = KEY] = colors
      pen.rect(24, 14, 94, tall - 38, { fill: color, line: KEY, weight: FINE_LINE }, 6)
      drop(pen, 71, 26, 42, '#ffffff')
      pen.bars(
        [
          [44, tall - 50, 54, 4],
          [44, tall - 42, 36, 3],
        ],
        textOn(color),
      )
    })
    .on('top', (pen) => pen.rect(8, 14, wide - 16, 18, { fill: STEEL.shade }, 3))
  const [width, high] = [150, 178]
  const front = inkFront(ink, width, high, palette.body, variant)
  const box = retailBox({ width, tall: high, deep: 60, material: palette.body, front })
  return supplyView(look, item, box, { box: [-104, 0, -92], closeUp: [wide / 2, 80, 20] })
}

/** A bottle of ink for a tank. */
export function bottleSupply(look: Look): ModelView {
  const { palette, ink, variant } = look
  const radius = 34 + variant * 5
  const tall = 128 - variant * 10
  const [color = KEY] = inkColors(ink)
  const plastic = inkMaterial(ink)
  const item = new Model()
  item.cylinder('y', [0, 0], radius, 0, tall, PAPER)
  item
    .box([-radius * 0.74, 16, radius * 0.62], [radius * 0.74, tall - 20, radius * 1.03], plastic, 6)
    .on('front', (pen) => {
      const width = radius * 1.48
      pen.circle(width / 2, tall * 0.26, width * 0.27, { fill: '#ffffff' })
      drop(pen, width / 2, tall * 0.26 - width * 0.17, width * 0.32, color)
      pen.bars(
        [
          [width * 0.2, tall * 0.5, width * 0.6, 4],
          [width * 0.2, tall * 0.57, width * 0.4, 3],
        ],
        textOn(color),
      )
    })
  item.cylinder('y', [0, 0], radius * 0.62, tall, tall + 12, palette.dark)
  item.cylinder('y', [0, 0], radius * 0.4, tall + 12, tall + 46, plastic)
  const [width, high] = [116, 196]
  const front = inkFront(ink, width, high, palette.body, variant)
  const box = retailBox({ width, tall: high, deep: 96, material: palette.body, front })
  return supplyView(look, item, box, { box: [-118, 0, -70], closeUp: [0, 70, 30] })
}
