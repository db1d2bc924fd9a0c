import { describe, expect, it } from 'vitest'
import { parseCells } from './parse-cells.ts'
import { RecordSplitter } from './split-records.ts'

/** The cells of each row, or what is wrong with it. */
function read(text: string, delimiter = ';'): (readonly string[] | string)[] {
  const splitter = new RecordSplitter(delimiter)
  const records = [...splitter.push(text), ...splitter.end()]
  return records.map(({ text: row, problem }) => problem ?? parseCells(row, delimiter))
}

describe('quotation marks within a cell that does not begin with one', () => {
  it.each([
    ['24" monitor', '24" monitor'],
    ['Labels 4"x6"', 'Labels 4"x6"'],
    ['Rack 19 "', 'Rack 19 "'],
    ['Printer "Series 3"', 'Printer "Series 3"'],
    ['Printer "Series 3" for 4"', 'Printer "Series 3" for 4"'],
    ['Printer "Series" and "Pro"', 'Printer "Series" and "Pro"'],
  ])('belong to its text as inches and as words in them: %s', (cell, text) => {
    expect(read(`A;${cell};1\nB;next;2`)).toEqual([
      ['A', text, '1'],
      ['B', 'next', '2'],
    ])
    expect(read(`A;${cell}`)).toEqual([['A', text]])
  })

  it.each(['Fi"ve', '"Six"x', 'Printer "a;b" c', 'an "open one'])('make their row fail and no other: %s', (cell) => {
    expect(read(`A;${cell};1\nB;next;2`)).toEqual([
      'Line 1: a quotation mark stands where none can be. Double it ("") inside of a quoted cell.',
      ['B', 'next', '2'],
    ])
  })
})

describe('a line without an end', () => {
  const MAX = 2 * 1024 * 1024

  /** The rows of a file that comes in pieces of 128 KiB, and the milliseconds of the processor that they took. */
  function readInPieces(text: string) {
    const splitter = new RecordSplitter(',')
    const began = process.cpuUsage()
    const records = []
    for (let at = 0; at < text.length; at += 128 * 1024) records.push(...splitter.push(text.slice(at, at + 128 * 1024)))
    records.push(...splitter.end())
    const rows = records.map(({ line, text: row, problem }) => ({ line, problem, cells: parseCells(row, ',') }))
    const { user, system } = process.cpuUsage(began)
    return { rows, ms: (user + system) / 1000 }
  }

  it.each([
    ['x', 'x'],
    ['commas', ','],
    ['commas behind a quoted cell', '"q",'],
  ])('fails alone, with little work and few cells: %s', (_what, begin) => {
    const { rows, ms } = readInPieces(`A,1\n${begin}${(begin.at(-1) ?? '').repeat(24 * MAX)}\nB,2\r\n`)
    expect(rows.map(({ line, problem }) => [line, problem])).toEqual([
      [1, null],
      [2, 'Line 2: the line has more than 2,097,152 characters.'],
      [3, null],
    ])
    expect(rows[2]?.cells).toEqual(['B', '2'])
    expect(rows[1]?.cells.length).toBeLessThan(11_000)
    expect(ms).toBeLessThan(3000)
  })

  it('fails in whatever pieces it comes, also inside of an open cell, and a line of the most characters is read', () => {
    const most = 'x'.repeat(MAX)
    expect(read(`${most}\n${most}x\nB;2`).map((row) => (typeof row === 'string' ? row : row.length))).toEqual([
      1,
      'Line 2: the line has more than 2,097,152 characters.',
      2,
    ])
    expect(readInPieces(`A,"open\n${most}x\nB,2`).rows.map(({ problem }) => problem)).toEqual([
      'Line 1: a quotation mark is opened and not closed.',
      'Line 2: the line has more than 2,097,152 characters.',
      null,
    ])
  })

  it.each([
    ['plain', ''],
    ['quoted', '"'],
  ])('has no more cells than ten lists can have columns, and what is behind them is not lost: %s', (_what, mark) => {
    const cells = Array.from({ length: 200_000 }, () => `${mark}${mark}`)
    expect(
      parseCells([`${mark}a;b${mark}`, ...cells].join(mark === '' ? ',' : ';'), mark === '' ? ',' : ';'),
    ).toHaveLength(10_010)
    const filled = parseCells([...cells, 'end'].join(';'), ';')
    expect(filled).toHaveLength(10_011)
    expect(filled.at(-1)).toMatch(/end$/)
  })
})
