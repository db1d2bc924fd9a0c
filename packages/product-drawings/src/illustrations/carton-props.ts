import { FINE_LINE } from '../svg.ts'
import { Model } from '../model.ts'
import { WOOD } from './props.ts'

/** An open carton, empty but for its lining. */
export function openCarton(): Model {
  const model = new Model()
  const [w, h, d] = [150, 150, 110]
  const inside = { ...WOOD, lit: '#b89b68', plain: '#c7aa77', shade: '#8f7344' }
  model
    .box([-w, 0, -d], [w, h, d], WOOD)
    .on('top', (pen) => pen.recess(6, 6, 2 * w - 12, 2 * d - 12, h - 10, inside))
    .on('front', (pen) => {
      pen.rect(28, 40, 84, 62, { fill: '#fbfaf6', line: WOOD.line, weight: FINE_LINE }, 2)
      pen.bars(
        [
          [38, 52, 40, 6],
          [38, 66, 58, 4],
          [38, 76, 50, 4],
          [38, 86, 54, 4],
        ],
        '#8d8980',
      )
      pen.stroke(
        [
          [232, 100],
          [232, 62],
          [224, 72],
        ],
        WOOD.line,
        2,
      )
      pen.stroke(
        [
          [232, 62],
          [240, 72],
        ],
        WOOD.line,
        2,
      )
      pen.stroke(
        [
          [256, 100],
          [256, 62],
          [248, 72],
        ],
        WOOD.line,
        2,
      )
      pen.stroke(
        [
          [256, 62],
          [264, 72],
        ],
        WOOD.line,
        2,
      )
    })
  return model
}

/** The flaps of an open carton, to be added where they stand. */
export function flaps(model: Model): void {
  const [w, h, d] = [150, 150, 110]
  model.plate(
    [
      [-w, h, -d],
      [w, h, -d],
      [w + 16, h + 78, -d - 46],
      [-w - 16, h + 78, -d - 46],
    ],
    '#c7aa77',
    WOOD.line,
  )
  model.plate(
    [
      [-w, h, -d],
      [-w, h, d],
      [-w - 92, h + 40, d + 10],
      [-w - 92, h + 40, -d - 10],
    ],
    '#e0c79a',
    WOOD.line,
  )
  model.plate(
    [
      [w, h, -d],
      [w, h, d],
      [w + 92, h + 34, d + 10],
      [w + 92, h + 34, -d - 10],
    ],
    '#b89b68',
    WOOD.line,
  )
}
