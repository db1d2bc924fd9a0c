import { describe, expect, it } from 'vitest'
import type { FinderAnswers, NeedName } from '../domain/finder.ts'
import { createFindPrinters } from './find-printers.ts'
import { searchedInMemory } from './testing/searched-in-memory.ts'
import { patient } from '../../../testing/patience.ts'
import { ableDemo, generatedPrinters, type Abilities, type Able } from './testing/abilities.ts'

const ANSWERS = {
  prints: ['documents', 'photos', 'labels', 'receipts'],
  pages: [50, 300, 3000, 20_000],
  color: [false, true],
  scans: ['no', 'scan', 'fax'],
  connection: ['any', 'wifi', 'ethernet', 'usb'],
  paper: ['any', 'letter', 'tabloid', 'large'],
} as const

/** Everything that somebody can answer. */
const COMBINATIONS: readonly FinderAnswers[] = ANSWERS.prints.flatMap((prints) =>
  ANSWERS.pages.flatMap((pages) =>
    ANSWERS.color.flatMap((color) =>
      ANSWERS.scans.flatMap((scans) =>
        ANSWERS.connection.flatMap((connection) =>
          ANSWERS.paper.map((paper) => ({ prints, pages, color, scans, connection, paper })),
        ),
      ),
    ),
  ),
)
const SHORT_EDGES = { any: 0, letter: 8, tabloid: 11, large: 16 }

/** What a printer does not do of what was asked for, by what it really can. */
function lacksOf(
  can: Abilities,
  { prints, pages, color, scans, connection, paper }: FinderAnswers,
): readonly NeedName[] {
  const isDocuments = prints === 'documents'
  const made: readonly Abilities['madeFor'][] = isDocuments && paper === 'large' ? ['documents', 'plans'] : [prints]
  const lacks: Readonly<Record<NeedName, boolean>> = {
    color: color && prints !== 'photos' && !can.color,
    paper: can.inches < (isDocuments && paper === 'letter' ? 0 : SHORT_EDGES[paper]),
    purpose: !made.includes(can.madeFor),
    scans: (scans !== 'no' && !can.scans) || (scans === 'fax' && !can.faxes),
    connection: connection !== 'any' && !can.connections.has(connection),
    volume: can.monthlyPages < pages,
    speed: isDocuments && can.ppm < (pages >= 2000 ? 35 : pages >= 500 ? 20 : 0),
    duplex: isDocuments && pages >= 200 && !can.duplex,
  }
  return (Object.keys(lacks) as NeedName[]).filter((name) => lacks[name])
}

describe.each([
  ['the demo catalog', ableDemo()],
  ['a generated catalog', generatedPrinters(120, 7)],
])('of %s', { timeout: patient(120_000) }, (_name, catalog: readonly Able[]) => {
  const products = catalog.map(({ product }) => product)
  const abilities = new Map(catalog.map(({ product, can }) => [product.id, can]))
  const findPrinters = createFindPrinters({
    search: searchedInMemory(products),
    findProducts: async (ids) => products.filter(({ id }) => ids.includes(id)),
  })

  it('nothing is offered that contradicts an answer without saying so, whatever is answered', async () => {
    const wrong: string[] = []
    for (const answers of COMBINATIONS) {
      const { printers, fitting, waysOut } = await findPrinters(answers)
      const asked = JSON.stringify(Object.values(answers))
      for (const { productId, misses } of printers) {
        const can = abilities.get(productId)
        const lacks = can === undefined ? [] : lacksOf(can, answers)
        const said = [...misses].toSorted().join(' ')
        if (lacks.toSorted().join(' ') !== said)
          wrong.push(
            `${asked}: ${products.find(({ id }) => id === productId)?.name} lacks ${lacks.join(' ')}, not ${said}`,
          )
      }
      const fit = catalog.filter(({ product, can }) => product.inStock && lacksOf(can, answers).length === 0).length
      if (fit !== fitting) wrong.push(`${asked}: ${fit} fit, not ${fitting}`)
      if (printers.length < 3) wrong.push(`${asked}: ${printers.length} are offered`)
      if (fitting > 0 !== (waysOut.length === 0)) wrong.push(`${asked}: ${JSON.stringify(waysOut)}`)
      for (const { changes, fitting: then } of waysOut)
        if (then === 0 || (await findPrinters({ ...answers, ...changes })).fitting !== then)
          wrong.push(`${asked}: ${JSON.stringify(changes)}`)
    }
    expect(wrong.slice(0, 40), `${wrong.length} of ${COMBINATIONS.length}`).toEqual([])
  })
})

describe('the finder in a catalog of any size', () => {
  it('asks for few lists, and little of each, whatever is answered', async () => {
    const most = { compared: 0, nearest: 0, counts: 0 }
    for (const answers of COMBINATIONS) {
      const asked = { compared: 0, nearest: 0, counts: 0 }
      const findPrinters = createFindPrinters({
        search: {
          async list({ limit }) {
            if (limit > 60) throw new Error(`${limit} of a list`)
            asked[limit > 12 ? 'compared' : 'nearest'] += 1
            return { ids: [], total: 0 }
          },
          async count() {
            asked.counts += 1
            return 0
          },
        },
        findProducts: async () => [],
      })
      await findPrinters(answers)
      for (const name of ['compared', 'nearest', 'counts'] as const) most[name] = Math.max(most[name], asked[name])
    }
    // Each list is compared in two orders.
    expect(most).toEqual({ compared: 2 * 2, nearest: 2 * 36, counts: 61 })
  })
})
