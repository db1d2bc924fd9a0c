import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { systemClock } from '#platform/time/clock'
import type { StoredFile } from '../imports.api.ts'
import { headerKeyOf } from '../reading/columns.ts'
import { findFile, type FoundFile } from '../reading/find-file.ts'
import type { SupplierReading } from '../supplier.ts'
import { aWorkbook } from '../testing/workbook-writer.ts'
import { openWorkbook } from './open-workbook.ts'
import { createReadLikeBefore } from './read-like-before.ts'

const UTF8 = { encoding: 'utf-8', isSure: true, others: [] }
const READING: SupplierReading = {
  headerKey: '',
  encoding: 'utf-8',
  delimiter: ',',
  sheet: null,
  mode: 'upsert',
  blank: 'keep',
  unpriced: false,
  columns: [],
  categories: [],
}
const headersOf = ({ columns }: FoundFile) => columns.map(({ header }) => header)

/** A stored file, and its rows as they are stored beside it. */
function aFile(bytes: Buffer) {
  const stored: Buffer[] = []
  const files = {
    async *read() {
      yield bytes
    },
    async storeTable(_id: string, csv: readonly Buffer[]) {
      stored.splice(0, stored.length, ...csv)
    },
  }
  const readLikeBefore = createReadLikeBefore({ files, clock: systemClock })
  const like = async (found: FoundFile, reading: Partial<SupplierReading> | null) => {
    const file: StoredFile = { fileId: 'file', fileName: 'list', sizeBytes: bytes.length, digest: '', found }
    return (await readLikeBefore(file, reading && { ...READING, ...reading })).found
  }
  return { files, like, rows: () => Buffer.concat(stored).toString() }
}

describe('the next list of a supplier is read as the one before was', () => {
  it('in its encoding, if the file may have that one', async () => {
    const { files, like } = aFile(iconv.encode('Größe,Preis\nA,1\n', 'cp850'))
    const guessed = await findFile(files.read, { encoding: 'windows-1252', isSure: true, others: ['cp850'] })
    expect(headersOf(guessed)).not.toContain('Größe')
    const again = await like(guessed, { encoding: 'cp850' })
    expect(again).toMatchObject({ encoding: 'cp850', isEncodingSure: true })
    expect(again.encodings.map(({ encoding }) => encoding)).toEqual(['cp850', 'windows-1252'])
    expect(headersOf(again)).toEqual(['Größe', 'Preis'])
    expect(await like(guessed, { encoding: 'macintosh' })).toBe(guessed)
    expect(await like(guessed, null)).toBe(guessed)
  })

  it('with its delimiter, where that gives the same columns', async () => {
    const { files, like } = aFile(Buffer.from('Nr;Name, kurz;Preis, netto\n1;A, B;2\n'))
    const mistaken = await findFile(files.read, UTF8, ',')
    const headerKey = headerKeyOf(['Nr', 'Name, kurz', 'Preis, netto'])
    const again = await like(mistaken, { delimiter: ';', headerKey })
    expect(again.delimiter).toBe(';')
    expect(headersOf(again)).toEqual(['Nr', 'Name, kurz', 'Preis, netto'])
    expect(await like(mistaken, { delimiter: ';', headerKey: 'others' })).toBe(mistaken)
  })

  it('from its sheet, whose rows are imported, if the workbook has that one', async () => {
    const sheet = (name: string) => ({
      name,
      rows: [
        ['sku', 'name'],
        [`${name}-1`, name],
      ],
    })
    const { files, like, rows } = aFile(aWorkbook([sheet('Clearance'), sheet('Prices')]))
    const first = await openWorkbook(files, 'file', null, new Date())
    expect(first.sheet).toBe('Clearance')
    expect(await like(first, { sheet: 'Gone' })).toBe(first)
    expect(rows()).toContain('Clearance-1')
    expect(await like(first, { sheet: 'Prices' })).toMatchObject({ sheet: 'Prices', sheets: ['Clearance', 'Prices'] })
    expect(rows()).toContain('Prices-1')
  })
})
