import type { NumberFormat, ProductImport } from '../import.ts'
import type { ImportReading } from '../imports.api.ts'
import { plainNumber } from '../reading/number-format.ts'
import { suggestCategory } from './our-categories.ts'
import { CATEGORIES } from './read-cells.ts'

/** How the file of an import is understood, for staff to check before all its rows are read. */
export function readingOf(productImport: ProductImport): ImportReading {
  const {
    encoding,
    isEncodingSure,
    encodings,
    headerLine,
    sheet,
    sheets,
    unpriced,
    mends,
    skips,
    columns,
    categories,
    priceNote = null,
  } = productImport
  const ofRows = columns.find(({ field }) => field === 'currency')?.currency ?? null
  const matches = new Map(categories.map(({ value, category }) => [value, category]))
  return {
    encoding,
    isEncodingSure,
    encodings,
    headerLine,
    sheet,
    sheets,
    unpriced,
    mended: mends.length,
    skips,
    priceNote,
    pieces: columns.flatMap(({ header, pieces }) => (pieces === undefined ? [] : [{ header, pieces }])),
    units: columns.flatMap(({ header, field, units }) =>
      field === null && units?.pieces.some((each) => each > 1) === true ? [{ header, pieces: units.pieces }] : [],
    ),
    numbers: columns.flatMap(({ header, numbers: format, example, isAmbiguous, currency }) =>
      example === null
        ? []
        : [
            {
              header,
              format,
              isAmbiguous,
              currency: currency ?? ofRows,
              example,
              point: meaningOf(example, 'point'),
              comma: meaningOf(example, 'comma'),
            },
          ],
    ),
    values: columns.flatMap(({ header, values }) =>
      values.length === 0
        ? []
        : [
            {
              header,
              values: values.map(({ text, rows }) => ({
                text,
                rows,
                category: matches.get(text) ?? suggestCategory(text, CATEGORIES),
              })),
            },
          ],
    ),
  }
}

function meaningOf(example: string, format: NumberFormat): string | null {
  const plain = plainNumber(example, format)
  return plain === null || plain === 'ambiguous' ? null : plain
}
