import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findTable } from './find-table.ts'
import { readRows, type FileRow } from './read-file.ts'

const cell = fc.string({
  unit: fc.constantFrom('a', 'b', ' ', '"', ',', ';', '\n', '=', '-', 'é', '1', '|'),
  maxLength: 8,
})
const table = fc
  .integer({ min: 2, max: 4 })
  .chain((columns) => fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { maxLength: 30 }))

async function* inPieces(bytes: Buffer, size: number): AsyncIterable<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function groupsOf(text: string, size = 7): Promise<(readonly FileRow[])[]> {
  const groups: (readonly FileRow[])[] = []
  for await (const group of readRows(inPieces(Buffer.from(text), size), {
    encoding: 'utf-8',
    ...findTable(text),
  }))
    groups.push(group)
  return groups
}

/** Writes a row like a spreadsheet: cells are quoted where they must be, or all of them. */
function written(cells: readonly string[], delimiter: string, quoteAll: boolean): string {
  return cells
    .map((each) => (quoteAll || /["\n,;|\t]/.test(each) ? `"${each.replaceAll('"', '""')}"` : each))
    .join(delimiter)
}

describe('A price list', () => {
  it('is read cell by cell as it was written, with any quoting, line ends and sizes of pieces', async () => {
    await fc.assert(
      fc.asyncProperty(
        table,
        fc.constantFrom(',', ';', '\t', '|'),
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        fc.integer({ min: 1, max: 40 }),
        async (rows, delimiter, end, quoteAll, size) => {
          const header = ['sku', 'name', 'brand', 'price'].slice(0, rows[0]?.length ?? 2).join(delimiter)
          const text = [header, ...rows.map((cells) => written(cells, delimiter, quoteAll))].join(end) + end
          const read = (await groupsOf(text, size)).flat()
          expect(read.map(({ problem }) => problem)).toEqual(rows.map(() => null))
          expect(read.map(({ cells }) => cells)).toEqual(rows)
        },
      ),
    )
  })

  it('has a row wherever there is a delimiter, and none in an empty line', async () => {
    for (const delimiter of [',', '\t']) {
      const rows = (await groupsOf(`sku${delimiter}name\n\n${delimiter}\n  \nA${delimiter}one\n`)).flat()
      expect(rows.map(({ line, cells }) => [line, ...cells])).toEqual([
        [3, '', ''],
        [5, 'A', 'one'],
      ])
    }
  })

  it('names the line on which each row begins, also after a cell of several lines', async () => {
    const rows = (await groupsOf('sku,name\nA,"one\ntwo\nthree"\nB,four\n')).flat()
    expect(rows.map(({ line, cells }) => [line, cells[0]])).toEqual([
      [2, 'A'],
      [5, 'B'],
    ])
  })

  it('loses the apostrophe that a spreadsheet puts before a formula, quoted or not', async () => {
    const rows = (await groupsOf('sku,name\n\'=1+1,"\'-x"\n\'plain,"it\'s"\n')).flat()
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['=1+1', '-x'],
      ["'plain", "it's"],
    ])
  })

  it('gives the same groups of at most 200 rows each time it is read', async () => {
    const text = `sku,name\n${Array.from({ length: 1203 }, (_, i) => (i % 3 === 0 ? `S-${i},"N, ${i}"` : `S-${i},N ${i}`)).join('\n')}\n`
    const groups = await groupsOf(text, 1000)
    expect(groups.map(({ length }) => length).reduce((sum, length) => sum + length, 0)).toBe(1203)
    expect(Math.max(...groups.map(({ length }) => length))).toBeLessThanOrEqual(200)
    expect((await groupsOf(text, 1000)).map((group) => group[0]?.line)).toEqual(groups.map((group) => group[0]?.line))
  })
})
