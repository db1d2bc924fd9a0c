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
