import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { longestHold } from '../../../../bff/testing/longest-hold.ts'
import { aWorkbook, aZip } from '../testing/workbook-writer.ts'
import { NOT_CALCULATED, readWorkbook } from './workbook.ts'

const textOf = ({ csv }: Awaited<ReturnType<typeof readWorkbook>>) => Buffer.concat([...csv]).toString()

describe('A workbook', () => {
  const sheets = [
    { name: 'Info', rows: [['Price list 2026']] },
    {
      name: 'Preise',
      rows: [
        ['SKU', 'Preis\nnetto', 'Aktiv'],
        ['A,1', 99.090000000000003, true],
        ['B "2"', 12.345, false],
        ['C', '1.299,00', null],
      ],
    },
    {
      name: 'Archiv',
      rows: [
        ['SKU', 'Preis'],
        ['D', 5],
      ],
    },
  ]

  it('is read as rows, from its first sheet with a table or the one that is asked for', async () => {
    const read = await readWorkbook(aWorkbook(sheets), null)
    expect(read).toMatchObject({ sheet: 'Preise', sheets: ['Preise', 'Archiv'] })
    expect(textOf(read)).toBe(
      'SKU,Preis\u2028netto,Aktiv\n"A,1",99.09,true\n"B ""2""",12.345000000,false\nC,"1.299,00",\n',
    )
    expect(textOf(await readWorkbook(aWorkbook(sheets), 'Archiv'))).toBe('SKU,Preis\nD,5\n')
  })

  it('keeps every whole number as it is, and takes the noise of binary fractions off prices', async () => {
    // Spread over all beginnings, and the same in every run.
    const digits = (index: number, count: number) => Math.floor((1 + ((index * 0.618) % 1) * 9) * 10 ** (count - 1))
    const numbers = Array.from({ length: 600 }, (_, index) => digits(index, 12 + (index % 3)))
    const prices: [number, string][] = [
      [0.1 + 0.2, '0.3'],
      [1.1 * 3, '3.3'],
      [1.005 * 1000, '1005'],
      [99.090000000000003, '99.09'],
      [12.345, '12.345000000'],
      [-0.5, '-0.5'],
      [1e21, '1000000000000000000000'],
      [5e-7, '0.0000005'],
    ]
    const rows = [...numbers, 617643230675, ...prices.map(([price]) => price)].map((number) => [number, 'x'])
    const [, ...lines] = textOf(await readWorkbook(aWorkbook([{ name: 'A', rows: [['EAN', 'Name'], ...rows] }]), null))
      .trimEnd()
      .split('\n')
    const written = [...numbers.map(String), '617643230675', ...prices.map(([, text]) => text)]
    expect(lines).toEqual(written.map((text) => `${text},x`))
  })

  it('keeps the zeros that stand before the number of an article by its format alone', async () => {
    const styles = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
      <numFmts count="2"><numFmt numFmtId="164" formatCode="00000"/><numFmt numFmtId="165" formatCode="0.00"/></numFmts>
      <cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="165"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs>
    </styleSheet>`
    const rows = [
      ['SKU', 'Größe', 'Price'],
      [123, 'Größe 1', 7],
      [1234567, 'Größe 2', 8],
      [5, 'Größe 3', 9],
    ]
    const workbook = aWorkbook(
      [{ name: 'A', rows }],
      (xml) =>
        xml
          .replace(/<c (r="A[2-4]")>/g, '<c $1 s="2">')
          .replace(/<c (r="C[2-4]")>/g, '<c $1 s="1">')
          .replace('s="2"><v>5<', 's="2" t="n"><f>2+3</f><v>5<'),
      { 'xl/styles.xml': styles },
    )
    const { csv } = await readWorkbook(workbook, null)
    expect(Buffer.concat([...csv]).toString()).toBe(
      'SKU,Größe,Price\n00123,Größe 1,7\n1234567,Größe 2,8\n00005,Größe 3,9\n',
    )
  })

  it('shows where a formula has failed, or a number is taken for a day that there is not', async () => {
    const styles = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
      <cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`
    const rows = [
      ['SKU', 'EAN', 'Price'],
      ['A', 46022, 0],
      ['B', 4006381333931, 8],
      ['C', 3500000, 9],
    ]
    const workbook = aWorkbook(
      [{ name: 'A', rows }],
      (xml) =>
        xml
          .replace(/<c (r="B[2-4]")>/g, '<c $1 s="1">')
          .replace('<c r="C2"><v>0<', '<c r="C2" t="e" s="0"><f>VLOOKUP(A2,X,2)</f><v>#N/A<'),
      { 'xl/styles.xml': styles },
    )
    expect(textOf(await readWorkbook(workbook, null))).toBe('SKU,EAN,Price\nA,2025-12-31,#N/A\nB,#NUM!,8\nC,#NUM!,9\n')
  })

  it('says where a formula was never calculated, and leaves one empty that comes to nothing', async () => {
    const rows = [
      ['SKU', 'Price', 'Was', 'Note'],
      ['A', 1, 2, 3],
      ['B', 4, 5, 6],
      ['C', 7, 8, 9],
    ]
    const workbook = aWorkbook([{ name: 'A', rows }], (xml) =>
      xml
        .replace('<c r="B2"><v>1</v>', '<c r="B2" s="0"><f>C2*0.9</f><v></v>')
        .replace('<c r="C2"><v>2</v>', '<c r="C2" t="n"><f>D2*2</f><v/>')
        .replace('<c r="D2"><v>3</v>', '<c r="D2" t="str"><f>IF(A2="A","","x")</f><v></v>')
        .replace('<c r="B3"><v>4</v>', '<c r="B3"><f t="shared" si="0"/>')
        .replace('<c r="B4"><v>7</v>', '<c r="B4"><f>C4*0.9</f><v>7.2</v>'),
    )
    expect(textOf(await readWorkbook(workbook, null))).toBe(
      `SKU,Price,Was,Note\nA,${NOT_CALCULATED},${NOT_CALCULATED},\nB,${NOT_CALCULATED},5,6\nC,7.2,8,9\n`,
    )
  })

  it('shows the currency of amounts that stands in the format of their cells alone', async () => {
    const formats = [
      '#,##0.00\\ &quot;€&quot;',
      '[$£-809]#,##0.00;[Red]-[$£-809]#,##0.00',
      '_-* #,##0.00\\ [$EUR]_-',
      '&quot;$&quot;#,##0.00_);(&quot;$&quot;#,##0.00)',
      '0.0&quot; kg&quot;',
      '[$-409]mmmm\\ d',
      '#,##0.00\\ [$zł-415]',
    ]
    const styles = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts>
      ${formats.map((code, i) => `<numFmt numFmtId="${164 + i}" formatCode="${code}"/>`).join('')}</numFmts><cellXfs>
      <xf numFmtId="0"/>${formats.map((_, i) => `<xf numFmtId="${164 + i}"/>`).join('')}</cellXfs></styleSheet>`
    const prices = [99.090000000000003, 12.345, 1299, -5, 2.5, 46022, 10]
    const rows = [['SKU', 'Price', 'Note'], ...prices.map((price, i) => [`S${i}`, price, 'x'])]
    const workbook = aWorkbook(
      [{ name: 'A', rows }],
      (xml) => xml.replaceAll(/<c (r="B(\d)")><v>/g, (_, at, row) => `<c ${at} s="${Number(row) - 1}"><v>`),
      { 'xl/styles.xml': styles },
    )
    expect(textOf(await readWorkbook(workbook, null))).toBe(
      'SKU,Price,Note\nS0,99.09\u202f€,x\nS1,12.345000000\u202f£,x\nS2,1299\u202fEUR,x\nS3,-5\u202f$,x\n' +
        'S4,2.5,x\nS5,2025-12-31,x\nS6,10\u202fzł,x\n',
    )
  })

  it('that is none, or is broken, is refused with what to do', async () => {
    const broken = aWorkbook(sheets)
    for (const bytes of [Buffer.from('name,price\n'), broken.subarray(0, 200), aZip({ 'readme.txt': 'x' })])
      await expect(readWorkbook(bytes, null)).rejects.toMatchObject({ code: 'NOT_XLSX' })
  })

  it('that unpacks to more than a bound is refused, whatever size it claims to have', async () => {
    const bomb = aZip({ 'xl/workbook.xml': Buffer.alloc(300 * 1024 * 1024, ' ') }, 1000)
    expect(bomb.length).toBeLessThan(1024 * 1024)
    await expect(readWorkbook(bomb, null)).rejects.toMatchObject({ code: 'XLSX_TOO_LARGE' })
    const wide = aWorkbook([{ name: 'A', rows: [['a', 'b'], Array.from({ length: 1001 }, () => 'x')] }])
    await expect(readWorkbook(wide, null)).rejects.toMatchObject({ code: 'XLSX_TOO_LARGE' })
  })

  it.each([
    ['the last of a thousand million rows', 'r="B2"', 'r="B999999999"'],
    ['a column far behind the last one', 'r="B2"', 'r="ZZZZZZ2"'],
    ['no column', 'r="B2"', 'r="2"'],
    ['a row below zero', 'r="B2"', 'r="B-2"'],
    ['a row of a thousand million', '<row r="2"', '<row r="999999999"'],
    [
      'elements in elements in elements',
      '</sheetData>',
      `${'<a>'.repeat(200_000)}${'</a>'.repeat(200_000)}</sheetData>`,
    ],
    ['a row far below, with a space before it', '<row r="2"', '<row r ="99999999"'],
  ])(
    'ends no more than the process that reads it, wherever its cells claim to be: in %s',
    async (_where, from, to) => {
      const hostile = aWorkbook(
        [
          {
            name: 'A',
            rows: [
              ['name', 'price'],
              ['Quill', '9.50'],
            ],
          },
        ],
        (xml) => xml.replaceAll(from, to),
      )
      const read = await readWorkbook(hostile, null).then(textOf, ({ code }: { code: string }) => code)
      expect(['XLSX_TOO_LARGE', 'NOT_XLSX', 'name,']).toContain(read.startsWith('name,') ? 'name,' : read)
    },
    70_000,
  )

  it('declares no entities, reads no file and asks no server, however often its XML wants that', async () => {
    const asked: unknown[] = []
    const server = createServer((request, response) => {
      asked.push(request.url)
      response.end('<!ENTITY asked "asked">')
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/evil.dtd`
    const doctype = `<!DOCTYPE worksheet SYSTEM "${address}" [
      <!ENTITY word "swordfish">
      <!ENTITY lol "${'&word;'.repeat(1000)}"><!ENTITY lots "${'&lol;'.repeat(1000)}">
      <!ENTITY file SYSTEM "${pathToFileURL('package.json').href}">
      <!ENTITY page SYSTEM "${address}">
      <!ENTITY % more SYSTEM "${address}"> %more;
    ]>`
    const hostile = aWorkbook(
      [
        {
          name: 'A',
          rows: [
            ['name', 'note'],
            ['ENTITY', 'end'],
          ],
        },
      ],
      (xml) => xml.replace('<worksheet', `${doctype}<worksheet`).replace('ENTITY</t>', '&lots;&file;&page;</t>'),
    )
    const text = await readWorkbook(hostile, null).then(textOf, ({ code }: { code: string }) => code)
    expect(text).toBe('name,note\n&lots;&file;&page;,end\n')
    expect(asked).toEqual([])
    server.close()
  })

  it('of 20,000 rows holds no request up while it is read', async () => {
    const row = (index: number) => [
      `S-${index}`,
      `Drucker Größe ${index}`,
      'Northlight',
      index / 100,
      index % 50,
      'Laserdrucker',
    ]
    const header = ['Artikelnummer', 'Bezeichnung', 'Hersteller', 'Preis', 'Bestand', 'Warengruppe']
    const bytes = aWorkbook([
      { name: 'A', rows: [header, ...Array.from({ length: 20_000 }, (_, index) => row(index))] },
    ])
    let rows = 0
    const holds: number[] = []
    for (let reading = 0; reading < 3; reading += 1)
      holds.push(
        await longestHold(async () => {
          rows = textOf(await readWorkbook(bytes, null)).split('\n').length
        }),
      )
    expect(rows).toBe(20_002)
    // The least of three: garbage of other tests may be collected during one of them.
    expect(Math.min(...holds)).toBeLessThan(50)
  })
})
