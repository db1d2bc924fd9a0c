import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { findFile } from './find-file.ts'
import { importOf, type ListAnswers } from '../testing/read-list.ts'
import { aWorkbook } from '../testing/workbook-writer.ts'

const bytesOf = (text: string, encoding = 'utf-8', end = '\r\n', addBOM = false) =>
  iconv.encode(`${text.trim().split('\n').join(end)}${end}`, encoding, { addBOM })

async function read(bytes: Buffer, answers: ListAnswers = {}, fileName = 'list.csv') {
  const { products, ...rest } = await importOf({ fileName, bytes }, answers)
  return {
    ...rest,
    headers: rest.found.columns.map(({ header }) => header),
    rows: products.map(({ sku, name, priceCents, originalPriceCents, stockQuantity, inStock }) =>
      [sku, name, priceCents, originalPriceCents, stockQuantity, inStock].join(' | '),
    ),
  }
}

describe('prices for several pieces', () => {
  it.each([
    ['PE', '100', '1.000', '1'],
    ['Preiseinheit', '100 Stk.', '1000 St', 'Stück'],
    ['Preis je', '100er', '1000', '1'],
    ['Price Unit', '100', '1000', '1'],
    ['UOM', 'C', 'M', 'EA'],
    ['Per', '/100', 'per 1000', 'each'],
    ['Unité de prix', 'les 100', 'mille', '1 pièce'],
  ])('are read for one by a column “%s”', async (header, hundred, thousand, one) => {
    const { rows, failed, warnings } = await read(
      bytesOf(
        `Artikelnr;Name;Preis;UVP;${header}\nA;Etiketten;12,00;19,00;${hundred}\nB;Clips;8,75;;${thousand}\nC;Drucker;299,00;;${one}`,
      ),
    )
    expect(failed).toEqual([])
    expect(rows).toEqual([
      'A | Etiketten | 12 | 19 | 0 | true',
      'B | Clips | 1 |  | 0 | true',
      'C | Drucker | 29900 |  | 0 | true',
    ])
    expect(warnings).toEqual(['line 3: The price 8.75 for 1,000 pieces is 0.00875 each, rounded up to 0.01.'])
  })

  it.each(['Price per 100', 'Preis/100', 'EK je 100 Stk.', 'Prix les 100', 'Precio por 100'])(
    'are read for one by the name of their column: “%s”',
    async (header) => {
      const { rows, failed } = await read(bytesOf(`SKU;Name;${header};Stock\nA;Etiketten;12,00;5`))
      expect(failed).toEqual([])
      expect(rows).toEqual(['A | Etiketten | 12 |  | 5 | true'])
    },
  )

  it('are read for one where a cell says it, each by itself', async () => {
    const { rows, failed } = await read(
      bytesOf('SKU,Name,Price\nA,One,12.00/100\nB,Two,$8.75 per 1000\nC,Three,8.75 USD each\nD,Four,99.00'),
    )
    expect(failed).toEqual([])
    expect(rows.map((row) => row.split(' | ')[2])).toEqual(['12', '1', '875', '9900'])
  })

  it.each(['19 %', '12.50 %', '5 mil', '99 c', '5 cent', '5 hundred', '12 M'])(
    'are not guessed from a word behind the amount: “%s” fails its row',
    async (cell) => {
      const { rows, failed } = await read(bytesOf(`SKU,Name,Price\nA,One,${cell}\nB,Two,12.50`))
      expect(failed).toEqual([`line 2: price must be like 1299.00, not "${cell}".`])
      expect(rows).toEqual(['B | Two | 1250 |  | 0 | true'])
    },
  )

  it.each([
    ['above the table', 'Alle Preise je 100 Stück, netto\nNr;Name;Preis;Bestand\nA;Etiketten;12,00;5'],
    ['below it', 'Nr;Name;Preis;Bestand\nA;Etiketten;12,00;5\nPreise pro 100 St.;;;'],
  ])('are asked where a line %s says it, and fail until somebody has answered', async (_where, text) => {
    const open = await read(bytesOf(text))
    expect(open.found.priceNote?.pieces).toBe(100)
    expect(open.rows).toEqual([])
    expect(open.failed).toEqual([expect.stringMatching(/price could be for one piece or for more/)])
    expect((await read(bytesOf(text), { pieces: { Preis: 100 } })).rows).toEqual(['A | Etiketten | 12 |  | 5 | true'])
    expect((await read(bytesOf(text), { pieces: { Preis: 1 } })).rows).toEqual(['A | Etiketten | 1200 |  | 5 | true'])
  })

  it('are not told from how something is packed, which is left to staff', async () => {
    const { rows, found } = await read(bytesOf('Nr;Name;Preis;PE\nA;Etiketten;12,00;5\nB;Clips;8,75;12'))
    expect(rows.map((row) => row.split(' | ')[2])).toEqual(['1200', '875'])
    expect(found.columns[3]?.units).toEqual({ pieces: [5, 12], isWhole: true })
  })

  it.each([
    ['Preiseinheit', 'M'],
    ['Price unit', 'bundle'],
    ['Preiseinheit', '0'],
  ])('are not guessed: below “%s” a “%s” fails its row', async (header, cell) => {
    const { rows, failed } = await read(bytesOf(`Nr;Name;Preis;${header}\nA;Band;12,00;${cell}\nB;Rolle;8,75;100`))
    expect(rows).toEqual(['B | Rolle | 9 |  | 0 | true'])
    expect(failed).toEqual([`line 2: priceUnit must be like 1, 100 or 1000, not "${cell}".`])
  })

  it('are as many as the name of the column says where a row says one or nothing, and as the row where it says more', async () => {
    const { rows, failed, warnings } = await read(
      bytesOf('Nr;Name;Preis je 100;PE\nA;Etiketten;12,00;1\nB;Clips;12,00;\nC;Band;12,00;1000'),
    )
    expect(failed).toEqual([])
    expect(rows.map((row) => row.split(' | ')[2])).toEqual(['12', '12', '2'])
    expect(warnings).toEqual(['line 4: The price 12.00 for 1,000 pieces is 0.012 each, rounded up to 0.02.'])
  })

  it('are one where only other rows say more, which staff should look at', async () => {
    for (const list of ['UVP', 'UVP je 100']) {
      const text = `Nr;Name;Preis;${list};PE\nA;Etiketten;12,00;20,00;100\nB;Clips;12,00;20,00;`
      const { rows, warnings } = await read(bytesOf(text))
      expect(rows.map((row) => row.split(' | ')[2])).toEqual(['12', '1200'])
      expect(warnings).toContain('line 3: “PE” is empty: the price is read for one piece.')
    }
  })

  it('fail their row where a cell says others than its column', async () => {
    const { rows, failed } = await read(
      bytesOf('SKU,Name,Price per 100\nA,One,12.00/100\nB,Two,12.00/1000\nC,Three,12.00 each'),
    )
    expect(rows.map((row) => row.split(' | ')[2])).toEqual(['12'])
    expect(failed).toEqual([
      'line 3: price "12.00/1000" is for other pieces than its column.',
      'line 4: price "12.00 each" is for other pieces than its column.',
    ])
  })

  it.each(['Price per 1,000 pages', 'Preis je 100 Blatt', 'Price per 100 labels'])(
    'are not told from what a supply prints: “%s” has prices of one',
    async (header) => {
      const { rows } = await read(bytesOf(`SKU;Name;${header}\nA;Toner;12,00`))
      expect(rows).toEqual(['A | Toner | 1200 |  | 0 | true'])
    },
  )

  it('are one where a column of that name has the price itself', async () => {
    const { rows } = await read(bytesOf('SKU,Name,Price/Unit,Stock\nA,One,12.50,5\nB,Two,100.00,5'))
    expect(rows.map((row) => row.split(' | ')[2])).toEqual(['1250', '10000'])
  })
})

describe('currencies', () => {
  it('that differ from those of most rows fail, and no amount is taken for another', async () => {
    const { rows, failed } = await read(
      bytesOf('SKU,Name,Price\nA,One,$12.50\nB,Two,€ 12.50\nC,Three,$9\nD,Four,CA$ 12.50\nE,Five,USD 12 / EUR 11'),
    )
    expect(rows).toHaveLength(2)
    expect(failed).toEqual([
      'line 3: price is in EUR, and most of the list in USD.',
      'line 5: price is in CAD, and most of the list in USD.',
      expect.stringMatching(/^line 6: price must be like/),
    ])
  })

  it('of a column of their own are compared, too', async () => {
    const { rows, failed } = await read(
      bytesOf('SKU,Name,Price,Currency\nA,One,12.50,USD\nB,Two,12.50,EUR\nC,Three,1.50,USD'),
    )
    expect(rows).toHaveLength(2)
    expect(failed).toEqual(['line 3: currency is EUR, and that of most of the list USD.'])
  })

  it.each([
    ['in the name of the column', 'SKU,Name,Price EUR\nA,One,12'],
    ['in cells without cents', 'SKU,Name,Price\nA,One,€12'],
    ['above the table', 'All prices in EUR\nSKU,Name,Price\nA,One,12'],
  ])('are known for what the preview says: %s', async (_where, text) => {
    const { found } = await read(bytesOf(text))
    expect(found.columns[2]).toMatchObject({ currency: 'EUR', example: expect.stringContaining('12') })
  })
})

describe('numbers that could mean two things', () => {
  it('are asked about where other columns are written in two ways, and read where all are written in one', async () => {
    const list = (list: string) => bytesOf(`SKU;Name;Price;RRP;Stock\nA;One;1.299;${list};4`)
    expect((await read(list('1.500,00'))).rows).toEqual(['A | One | 129900 | 150000 | 4 | true'])
    const mixed = bytesOf('SKU;Name;Price;RRP;Weight\nA;One;1.299;1.500,00;2.5')
    expect((await read(mixed)).failed).toEqual([expect.stringMatching(/price "1\.299" could mean two things/)])
  })

  it('are none that begin with a zero, and days are no numbers', async () => {
    const { rows, failed } = await read(
      bytesOf('SKU;Name;Price\nA;One;0,1250\nB;Two;1.299,50\nC;Three;05.12.2026\nD;Four;1.23.456\nE;Five;0,120'),
    )
    expect(rows.map((row) => row.split(' | ')[2])).toEqual(['13', '129950', '12'])
    expect(failed).toHaveLength(2)
  })
})

describe('a header of two lines, as merged cells leave it', () => {
  const product = ['A-1', 'Drucker eins', 'Jäger', 'Drucker', 199.5, 249, 4]
  const sheet = (...rows: (string | number | null)[][]) => aWorkbook([{ name: 'Preise', rows }])

  it('is read whole where only some names have two lines', async () => {
    const { headers, rows, failed, found } = await read(
      sheet(
        ['Preisliste Herbst', null, null, null, null, null, null],
        ['Artikelnr', 'Bezeichnung', 'Hersteller', 'Warengruppe', 'Preis', null, 'Bestand'],
        [null, null, null, null, 'EK', 'UVP', null],
        product,
      ),
      {},
      'a.xlsx',
    )
    expect(headers).toEqual(['Artikelnr', 'Bezeichnung', 'Hersteller', 'Warengruppe', 'EK', 'UVP', 'Bestand'])
    expect(failed).toEqual([])
    expect(rows).toEqual(['A-1 | Drucker eins | 19950 | 24900 | 4 | true'])
    expect(found.headerLine).toBe(3)
  })

  it('is read whole where the upper line has the groups of the lower one', async () => {
    const { headers, rows } = await read(
      sheet(
        ['Item', null, 'Manufacturer', null, 'Price', null, 'Stock'],
        ['No.', 'Name', 'Name', 'No.', 'Dealer', 'List', 'US'],
        ['A-1', 'Printer one', 'Halden', 'H-1', 199.5, 249, 4],
      ),
      {},
      'a.xlsx',
    )
    expect(headers.slice(0, 4)).toEqual(['Item No.', 'Item Name', 'Manufacturer Name', 'No. Manufacturer'])
    expect(rows).toEqual(['A-1 | Printer one | 19950 | 24900 | 4 | true'])
  })

  it('does not make a price of a weight', async () => {
    const { headers, rows } = await read(
      sheet(
        ['Artikel', null, 'Gewicht', null, 'Preis', 'Lager'],
        ['Nummer', 'Text', 'netto', 'brutto', 'netto', 'frei'],
        ['A-1', 'Drucker eins', 7.5, 9, 199.5, 4],
      ),
      {},
      'a.xlsx',
    )
    expect(headers).toEqual([
      'Artikel Nummer',
      'Artikel Text',
      'Gewicht netto',
      'Gewicht brutto',
      'Preis netto',
      'frei Lager',
    ])
    expect(rows).toEqual(['A-1 | Drucker eins | 19950 |  | 4 | true'])
  })

  it('is one line where the line above it is the letterhead', async () => {
    const { headers } = await read(bytesOf('Müller GmbH;Preisliste;;\nNr;Name;Preis;Lager\nA;Drucker;12,00;4'))
    expect(headers).toEqual(['Nr', 'Name', 'Preis', 'Lager'])
  })
})

describe('what spreadsheets make of cells', () => {
  it('are numbers of articles as they stand there, beside prices whose point stays one', async () => {
    const rows = [
      ['SKU', 'Name', 'Price', 'Stock'],
      [10.125, 'Toner', 12.345, 4],
      [123456789.1, 'Ink', 1234.567, 4],
      ['10.1250', 'Paper', '1.299,00', 4],
      [4012345678901, 'Label', 5, 4],
    ]
    const { rows: found, failed } = await read(aWorkbook([{ name: 'A', rows }]), {}, 'a.xlsx')
    expect(failed).toEqual([])
    expect(found).toEqual([
      '10.125 | Toner | 1235 |  | 4 | true',
      '123456789.1 | Ink | 123457 |  | 4 | true',
      '10.1250 | Paper | 129900 |  | 4 | true',
      '4012345678901 | Label | 500 |  | 4 | true',
    ])
  })

  it('is said where it may be wrong, and refused where it is', async () => {
    const { rows, failed, warnings } = await read(
      bytesOf(`SKU,Name,EAN,Price,Stock
2-Jan,One,"4,00638E+12",12.50,1
1.23E+11,Two,,12.50,1
A-3,12/5/2026,,12.50,1
A-4,46022,,12.50,1
A-5,#N/A,,12.50,1
#N/A,Five,,12.50,1
A-6,Six,,#REF!,1
A-7,Seven,,12.50,46022
A-8,Eight,,12.50,2026-12-31
5E10,Nine,4006381333931.0,12.50,1
1E5,Ten,4006381.333931,12.50,1
1e+5,Eleven,unknown,12.50,1`),
    )
    expect(rows).toHaveLength(8)
    expect(rows.slice(-2)).toEqual(['5E10 | Nine | 1250 |  | 1 | true', '1E5 | Ten | 1250 |  | 1 | true'])
    expect(rows.at(-3)).toBe('A-8 | Eight | 1250 |  | 0 | false')
    expect(failed).toEqual([
      'line 3: sku "1.23E+11" was shortened by a spreadsheet: format the column as text there.',
      'line 7: sku is an error of the spreadsheet: "#N/A".',
      'line 8: price is an error of the spreadsheet: "#REF!".',
      'line 13: sku "1e+5" was shortened by a spreadsheet: format the column as text there.',
    ])
    expect(warnings).toEqual([
      'line 2: The SKU “2-Jan” looks like a date: a spreadsheet may have changed it.',
      'line 2: The EAN “4,00638E+12” is left out: a spreadsheet has shortened it.',
      'line 4: The name “12/5/2026” looks like a date or a number: a spreadsheet may have changed it.',
      'line 5: The name “46022” looks like a date or a number: a spreadsheet may have changed it.',
      'line 6: The name “#N/A” looks like an error of a spreadsheet.',
      'line 9: 46,022 pieces, or the day 2025-12-31? Spreadsheets write days as such numbers.',
      'line 10: No stock: the list has the date “2026-12-31” there and no number.',
      'line 12: The EAN “4006381.333931” is left out: it does not have 8 to 14 digits alone.',
    ])
  })
})

it.each([
  ['>50', 50],
  ['10 +', 10],
  ['50+ pcs', 50],
  ['ca. 50', 50],
  ['~50', 50],
  ['100 or more', 100],
  ['mindestens 20 Stk.', 20],
  ['12 (40 due 12/15)', 12],
])('“%s” counts as %i pieces', async (cell, pieces) => {
  const { rows, failed } = await read(bytesOf(`SKU,Name,Price,Stock\nA,One,1.00,${cell}`))
  expect(failed).toEqual([])
  expect(rows).toEqual([`A | One | 100 |  | ${pieces} | true`])
})

describe('a letterhead of ten lines and a foot with totals', () => {
  const list = `Müller Großhandel GmbH
Hauptstraße 12
12345 Berlin
Tel. 030 123456
Kunde: 4711
Preisliste Nr. 12 vom 23.11.2026
gültig bis 31.12.2026

Lager Berlin
Seite 1 von 3
Artikelnr;Bezeichnung;Preis;Bestand
A-1;Größe M;12,50;50
A-2;Größe Ü;8,75;50
;;;
;Summe;21,25;100
Anzahl Positionen;2;;
Gedruckt am 23.11.2026 10:12;;;`

  it.each([
    ['utf-16le', '\r\n', false],
    ['utf-16be', '\n', false],
    ['utf-16le', '\r', true],
    ['utf-16be', '\r\n', true],
    ['macintosh', '\r', false],
    ['windows-1252', '\r\n', false],
  ])('are no products, in %s', async (encoding, end, hasMark) => {
    const { rows, failed, aside, found } = await read(bytesOf(list, encoding, end, hasMark))
    expect(found.encoding).toBe(encoding)
    expect(failed).toEqual([])
    expect(rows).toEqual(['A-1 | Größe M | 1250 |  | 50 | true', 'A-2 | Größe Ü | 875 |  | 50 | true'])
    expect(aside).toBe(4)
  })
})

describe('A list', () => {
  it.each([
    ['100,000 columns', `name,price,${Array.from({ length: 100_000 }, (_, i) => `c${i}`).join(',')}`],
    ['1,001 columns', `name,price,${Array.from({ length: 999 }, (_, i) => `c${i}`).join(',')}`],
    ['a name of five megabytes', 'name'.repeat(1_250_000)],
  ])(
    'with too many columns, or names that are too long, is refused before they are read: %s',
    async (_what, header) => {
      await expect(read(bytesOf(`${header}\nQuill,9.50`))).rejects.toMatchObject({ code: 'HEADER_TOO_LONG' })
    },
  )

  it('may have a thousand columns, and empty ones behind them', async () => {
    const header = ['name', 'price', ...Array.from({ length: 998 }, (_, i) => `c${i}`)].join(',')
    const { headers } = await read(bytesOf(`${header}${','.repeat(500)}\nQuill,9.50`))
    expect(headers).toHaveLength(1000)
  })

  it('may have a hundred thousand rows, and no more', async () => {
    const rows = async (count: number) => {
      async function* bytes() {
        yield Buffer.from(`name,price\n${'a,1\n'.repeat(count)}`)
      }
      return (await findFile(bytes, { encoding: 'utf-8', isSure: true, others: [] })).rowsTotal
    }
    expect(await rows(100_000)).toBe(100_000)
    await expect(rows(100_001)).rejects.toMatchObject({ code: 'TOO_MANY_ROWS' })
  })

  it('has no product of which nobody sees the name', async () => {
    const { failed, rows } = await read(bytesOf('sku,name,price\nA,\u200b\u3164,9.50\nB,Quill,9.50'))
    expect(failed).toHaveLength(1)
    expect(rows).toHaveLength(1)
  })
})
