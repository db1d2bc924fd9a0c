import { describe, expect, it } from 'vitest'
import { ApiError } from '../../lib/api-client.ts'
import { MAX_IMPORT_BYTES } from '#contracts/limits'
import { explainRefusal, formatBytes, isCsvFile, refuseFile } from './import-file.ts'

const refusedWith = (code: string, message: string) =>
  new ApiError(400, '', JSON.stringify({ code, message, requestId: 'r' }))

describe('choosing a price list', () => {
  it.each([
    ['prices.csv', ''],
    ['PRICES.CSV', 'application/vnd.ms-excel'],
    ['export', 'text/csv'],
    ['export', 'application/csv'],
    ['prices.txt', 'text/plain'],
    ['prices.xlsx', ''],
  ])('takes %s of type "%s"', (name, type) => {
    expect(isCsvFile({ name, type })).toBe(true)
    expect(refuseFile({ name, type, size: 10 })).toBeNull()
  })

  it.each([
    ['prices.xls', 'application/vnd.ms-excel'],
    ['csv', ''],
    ['photo.png', 'image/png'],
  ])('refuses %s of type "%s" as no CSV file', (name, type) => {
    expect(refuseFile({ name, type, size: 10 })?.toast).toMatchObject({
      title: 'Invalid file type',
      description: 'Please select a CSV file (.csv extension)',
    })
  })

  it('says what to do with a file of another kind', () => {
    const adviceOn = (name: string) => refuseFile({ name, type: '', size: 10 })?.sentence
    expect(adviceOn('prices.xls')).toContain('Save as → Excel workbook (.xlsx)')
    expect(adviceOn('prices.zip')).toContain('Unpack it')
    expect(adviceOn('prices.pdf')).toContain('Ask the supplier')
    expect(adviceOn('prices.dat')).toContain('CSV (UTF-8)')
  })

  it('says at once that an empty file has no products', () => {
    expect(refuseFile({ name: 'a.csv', type: 'text/csv', size: 0 })?.toast).toMatchObject({
      title: 'No Products Found',
      description: "The CSV file doesn't contain any valid product data",
    })
  })

  it('sends a file of exactly 50 MB, and spares people the upload of a larger one', () => {
    expect(refuseFile({ name: 'a.csv', type: 'text/csv', size: MAX_IMPORT_BYTES })).toBeNull()
    expect(refuseFile({ name: 'a.csv', type: 'text/csv', size: MAX_IMPORT_BYTES + 1024 * 1024 })?.sentence).toContain(
      'has 51.0 MB',
    )
  })
})

describe("the server's refusal of a price list", () => {
  it('is reported as no products where there is a header and nothing below', () => {
    expect(explainRefusal(refusedWith('NO_PRODUCTS', 'x')).toast.title).toBe('No Products Found')
  })

  it('is reported as a wrong type where the server found one', () => {
    expect(explainRefusal(refusedWith('INVALID_FILE_TYPE', 'x')).toast.title).toBe('Invalid file type')
  })

  it("is reported as a failed upload with the server's own sentence in every other case", () => {
    const { toast, sentence } = explainRefusal(refusedWith('NOT_UTF8', 'Save the file as UTF-8.'))
    expect(toast).toMatchObject({
      title: 'Upload failed',
      description: 'Failed to process CSV file',
      variant: 'destructive',
    })
    expect(sentence).toBe('Save the file as UTF-8.')
  })

  it('points at the connection when there was no answer', () => {
    expect(explainRefusal(new TypeError('lost')).sentence).toBe(
      'The file could not be sent. Check the connection and try again.',
    )
  })
})

it.each([
  [1, '1 byte'],
  [840, '840 bytes'],
  [12_698, '12.4 kB'],
  [MAX_IMPORT_BYTES, '50.0 MB'],
])('writes %s bytes as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
