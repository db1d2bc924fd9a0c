import { barCode } from '../artwork-codes.ts'
import { KEY } from '../casings.ts'
import { FINE_LINE } from '../svg.ts'
import { Model } from '../model.ts'

/** A carton with a bar code, for what is read or labeled. */
export function carton(width: number, tall: number, deep: number, labeled: 'front' | 'back' = 'front'): Model {
  const model = new Model()
  const card = { lit: '#e6cfa6', plain: '#d5b883', shade: '#a98b57', line: '#3a3122' }
  model
    .box([-width / 2, 0, -deep / 2], [width / 2, tall, deep / 2], card)
    .on('top', (pen) => pen.rect(0, deep * 0.42, width, deep * 0.16, { fill: '#f0e2c4' }))
    .on(labeled, (pen) => {
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
