import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aWorkbook } from '../../../modules/admin/imports/testing/workbook-writer.ts'
import { startShop, type RunningShop } from '../../../testing/start-shop.ts'
import { importClient, type ImportClient } from '../../testing/import-client.ts'
import { productsOf } from '../../testing/shop-requests.ts'
import { staffScript } from '../../testing/staff-requests.ts'

let shop: RunningShop
let imports: ImportClient
let bearer: { readonly Authorization: string }
beforeAll(async () => {
  shop = await startShop({ SEED_DEMO: 'false' })
  bearer = await staffScript(shop)
  imports = importClient(shop, bearer)
})
afterAll(() => shop.stop())

const find = async (sku: string) => (await productsOf(shop)).find((product) => product.sku === sku)
const outcomes = async (id: string) =>
  (await imports.rows(id)).rows.map(({ line, outcome, reason }) => ({ line, outcome, reason }))
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

describe('a file that is no price list', () => {
  const huge = `name,price\n${'a,1\n'.repeat(100_001)}`
  it.each<readonly [string, string | Buffer, number, string, RegExp]>([
    ['a picture with another name', PNG, 400, 'NOT_CSV', /Failed to process CSV file/],
    ['nothing at all', '', 400, 'EMPTY_FILE', /Failed to process CSV file/],
    ['only a header', 'name,price\n', 400, 'NO_PRODUCTS', /doesn't contain any valid product data/],
    ['UTF-16', Buffer.from('\uFEFFname,price\nA,1\n', 'utf16le'), 400, 'NOT_UTF8', /^Save the file as UTF-8\.$/],
    [
      'UTF-16 without a mark',
      Buffer.from('name,price\nA,1\n', 'utf16le'),
      400,
      'NOT_UTF8',
      /^Save the file as UTF-8\.$/,
    ],
    ['Latin-1', Buffer.from('name,price\nCaf\u00e9,1\n', 'latin1'), 400, 'NOT_UTF8', /^Save the file as UTF-8\.$/],
    ['no header', 'Aster 100,129.00\nAster 200,99.00\n', 400, 'COLUMNS_NOT_KNOWN', /sku, name, description/],
    ['a header twice', 'name,price,Name\nA,1,B\n', 400, 'DUPLICATE_HEADER', /"Name"/],
    [
      'the same header in another spelling',
      'name,stock_quantity,stockQuantity\nA,1,2\n',
      400,
      'DUPLICATE_HEADER',
      /"stockQuantity"/,
    ],
    ['__proto__ as a header', 'name,__proto__\nA,1\n', 400, 'RESERVED_HEADER', /__proto__/],
    ['constructor as a header', 'name,constructor\nA,1\n', 400, 'RESERVED_HEADER', /constructor/],
    ['toString as a header', 'name,toString\nA,1\n', 400, 'RESERVED_HEADER', /toString/],
    ['100,001 rows', huge, 413, 'TOO_MANY_ROWS', /100,000 rows/],
    ['a byte more than 50 MB', Buffer.alloc(50 * 1024 * 1024 + 1, 'a'), 413, 'FILE_TOO_LARGE', /50 MB/],
  ])('%s is refused with a clear sentence, and nothing of it stays', async (_name, csv, status, code, message) => {
    const answer = await imports.send(csv)
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({ code, message: expect.stringMatching(message) })
    expect(await productsOf(shop)).toEqual([])
    expect((await request(shop.app.server).get('/api/admin/imports').set(bearer)).body).toEqual([])
    expect(await shop.shop.database.connection.collection('import_files').countDocuments({})).toBe(0)
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  it('an empty workbook is refused as such', async () => {
    const answer = await imports.send(aWorkbook([{ name: 'A', rows: [] }]), { preview: 'columns' }, 'A.XLSX')
    expect([answer.status, answer.body.code]).toEqual([400, 'EMPTY_FILE'])
  })

  it('another kind of file, a missing part and a broken form are refused', async () => {
    const send = () => request(shop.app.server).post('/api/admin/imports').set(bearer)
    expect((await send().attach('file', PNG, { filename: 'a.png', contentType: 'image/png' })).body).toMatchObject({
      code: 'INVALID_FILE_TYPE',
    })
    expect((await send().field('mode', 'create')).body).toMatchObject({ code: 'FILE_MISSING' })
    expect(
      (await send().field('mode', 'replace').attach('file', Buffer.from('name\nA\n'), 'a.csv')).body,
    ).toMatchObject({ code: 'VALIDATION', fields: { mode: 'Choose create, upsert' } })
    for (const [type, body] of [
      ['multipart/form-data', '--x\r\n'],
      [
        'multipart/form-data; boundary=x',
        '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nname\nA',
      ],
    ]) {
      const answer = await send()
        .set('content-type', type ?? '')
        .send(body)
      expect([answer.status, answer.body.code]).toEqual([400, 'BROKEN_MULTIPART'])
    }
    expect((await send().send({})).status).toBe(415)
    expect(
      (await request(shop.app.server).post('/api/admin/imports').attach('file', Buffer.from('name\nA\n'), 'a.csv'))
        .status,
    ).toBe(401)
  })
})

describe('a file with bad rows among good ones', () => {
  it('takes byte order mark, semicolons, line breaks of Windows, quoted marks and quoted line breaks', async () => {
    const done = await imports.run(
      '\uFEFFsku;name;description;brand;price\r\nQ-1;"Quill; the ""first""";"Line one\r\nline two";Quill;10.00\r\n',
    )
    expect(done).toMatchObject({ created: 1, failed: 0, delimiter: ';' })
    expect(await find('Q-1')).toMatchObject({ name: 'Quill; the "first"', description: 'Line one\nline two' })
  })

  it('skips short rows, and fails long ones and broken quotation marks without losing the rows behind them', async () => {
    const done = await imports.run(
      'sku,name,price\nS-1\nS-2,Two,2.00,extra\nS-3,"Three,3.00\nS-4,Four,4.00\nS-5,Fi"ve,5.00\nS-6,"Six"x,6.00\n\nS-7,Seven,7.00\n',
    )
    expect(await outcomes(done.id)).toEqual([
      { line: 2, outcome: 'skipped', reason: 'The row has 1 of 3 values.' },
      { line: 3, outcome: 'failed', reason: 'Line 3 has 4 values for 3 columns.' },
      { line: 4, outcome: 'failed', reason: expect.stringMatching(/^Line 4: a quotation mark/) },
      { line: 5, outcome: 'created', reason: null },
      { line: 6, outcome: 'failed', reason: expect.stringMatching(/^Line 6: a quotation mark/) },
      { line: 7, outcome: 'failed', reason: expect.stringMatching(/^Line 7: a quotation mark/) },
      { line: 9, outcome: 'created', reason: null },
    ])
    expect(done).toMatchObject({ rowsTotal: 7, rowsRead: 7, created: 2, skipped: 1, failed: 4 })
  })

  it('names what is wrong with a value, and what would be right', async () => {
    const bad: readonly (readonly [string, RegExp])[] = [
      ['abc,1,printers,true,', /price must be like 1299\.00/],
      ['-5,1,printers,true,', /price must be like 1299\.00/],
      ['1e5,1,printers,true,', /price must be like 1299\.00/],
      ['9.999,1,printers,true,', /price must be like 1299\.00/],
      ['1234567890123,1,printers,true,', /price must be like 1299\.00/],
      ['1,-1,printers,true,', /whole number/],
      ['1,1.5,printers,true,', /whole number/],
      ['1,x,printers,true,', /whole number/],
      ['1,1,toasters,true,', /photo-printers/],
      ['1,1,printers,maybe,', /true, 1, false or 0/],
      ['1,1,printers,1,javascript:alert(1)', /image must be/],
      ['1,1,printers,1,"data:text/html,x"', /image must be/],
      ['1,1,printers,1,//evil.example/x.png', /image must be/],
      ['1,1,printers,1,file:///etc/passwd', /image must be/],
    ]
    const done = await imports.run(
      `sku,name,price,stock_quantity,category,in_stock,image\n${bad.map(([cells], index) => `B-${index},Bad,${cells}`).join('\n')}\nB-99,Good,1.00,1,printers,1,/images/x.webp\n`,
    )
    const { rows } = await imports.rows(done.id)
    bad.forEach(([, reason], index) =>
      expect(rows[index]).toMatchObject({ outcome: 'failed', reason: expect.stringMatching(reason) }),
    )
    expect(done).toMatchObject({ created: 1, failed: bad.length })
  })

  it('fails a row with a zero byte or another control character, and no other', async () => {
    const done = await imports.run(
      'sku,name,price\nZ-1,One,1.00\nZ-2,Two\u0000,2.00\nZ-3,Three\u0007,3.00\nZ-4,Four,4.00\n',
    )
    expect(await outcomes(done.id)).toMatchObject([
      { outcome: 'created' },
      { outcome: 'failed', reason: 'name must not contain control characters.' },
      { outcome: 'failed' },
      { outcome: 'created' },
    ])
  })

  it('reads a file whose lines end in carriage returns, as old programs write them', async () => {
    expect(await imports.run('sku,name,price\rCR-1,One,1.00\rCR-2,Two,2.00\r')).toMatchObject({ created: 2, failed: 0 })
  })

  it('fails a row of ten thousand columns, and prices that are none or could mean two things', async () => {
    const prices = ['-5', '1e5', 'free']
    const done = await imports.run(
      `sku;name;price\nT-0;Ten${';x'.repeat(9_998)}\n${prices.map((price, index) => `T-${index + 1};P;${price}`).join('\n')}\nT-6;P;1.234\nT-7;German;1.234,56\nT-8;American;$1,299.00\nT-9;Good; 7.50 \n`,
    )
    const { rows } = await imports.rows(done.id, '?outcome=failed')
    expect(rows[0]?.reason).toBe('Line 2 has 10000 values for 3 columns.')
    expect(rows.slice(1).map(({ reason }) => reason)).toEqual([
      ...prices.map((price) => `price must be like 1299.00, not "${price}".`),
      'price "1.234" could mean two things: choose the column’s number format.',
    ])
    expect(done).toMatchObject({ created: 3, failed: 5 })
    expect(await find('T-7')).toMatchObject({ price: '1234.56' })
    expect(await find('T-8')).toMatchObject({ price: '1299.00' })
  })

  it('fails a row with a cell of a megabyte, and no other', async () => {
    const done = await imports.run(`sku,name,description\nM-1,"Big","${'x'.repeat(1024 * 1024)}"\nM-2,Small,fine\n`)
    expect(done).toMatchObject({ created: 1, failed: 1 })
    expect((await imports.rows(done.id, '?outcome=failed')).rows[0]?.reason).toMatch(
      /^the cell in column 3 has 1,048,576 characters/,
    )
  })

  it('imports the first of several rows with one sku, and names its line in the others', async () => {
    const done = await imports.run('sku,name\nD-1,First\nD-1,Second\n,Plain\n,Plain\n')
    expect(await outcomes(done.id)).toEqual([
      { line: 2, outcome: 'created', reason: null },
      { line: 3, outcome: 'failed', reason: 'Line 2 has the same sku.' },
      { line: 4, outcome: 'created', reason: null },
      { line: 5, outcome: 'failed', reason: 'Line 4 has the same brand and name.' },
    ])
  })

  it('returns the failed rows as they were sent, with formulas made harmless, and accepts them again once corrected', async () => {
    const rows = ['=HYPERLINK("http://evil.example")', '+1', '-1', '@x', '\ttab'].map(
      (cell, index) => `F-${index},"${cell.replaceAll('"', '""')}",bad`,
    )
    const done = await imports.run(`sku,name,price\n${rows.join('\n')}\n`)
    expect(done).toMatchObject({ failed: 5, created: 0 })
    const csv = (await request(shop.app.server).get(`/api/admin/imports/${done.id}/failed.csv`).set(bearer).expect(200))
      .text
    const lines = csv.trimEnd().split('\r\n')
    expect(lines[0]).toBe('\ufeffsku,name,price,reason')
    expect(lines[1]).toMatch(/^F-0,"'=HYPERLINK\(""http:\/\/evil\.example""\)",bad,/)
    for (const line of lines.slice(2)) expect(line).toMatch(/^F-\d,'[+\-@\t]/)
    const corrected = await imports.run(csv.replaceAll(',bad,', ',1.00,'))
    expect(corrected).toMatchObject({ created: 5, failed: 0 })
    expect(await find('F-0')).toMatchObject({ name: '=HYPERLINK("http://evil.example")' })
    expect(await find('F-4')).toMatchObject({ name: 'tab' })
  })

  it('keeps markup as text and the stored file as it came', async () => {
    const csv = 'sku,name,description\nX-1,<script>alert(1)</script>,<img src=x onerror=alert(1)>\n'
    const done = await imports.run(csv)
    expect(await find('X-1')).toMatchObject({
      name: '<script>alert(1)</script>',
      description: '<img src=x onerror=alert(1)>',
    })
    const file = await request(shop.app.server).get(`/api/admin/imports/${done.id}/file`).set(bearer).expect(200)
    expect(file.text).toBe(csv)
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="prices\.csv"/)
  })
})
