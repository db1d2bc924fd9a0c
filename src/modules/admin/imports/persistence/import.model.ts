import { defineModel } from '#platform/database/define-model'
import { flag, optionalNumber, optionalText, optionalTime, part, text, time } from '#platform/database/fields'
import type { ProductImport } from '../import.ts'

export interface ImportDocument extends Omit<ProductImport, 'id'> {
  _id: string
  /** First line of the group that was undone last; an undo works from the last group to the first. */
  undoneDownTo: number | null
  /** How often an error that was no outage interrupted the current group. */
  faults: number
}

const count = { type: Number, required: true, default: 0 } as const
export const importModel = defineModel<ImportDocument>({
  collection: 'imports',
  indexes: [
    { key: { createdAt: -1, _id: -1 }, name: 'newest_first' },
    { key: { headerKey: 1, createdAt: -1 }, name: 'same_columns' },
    { key: { 'supplier.id': 1, createdAt: -1 }, name: 'of_supplier_newest' },
  ],
  fields: () => ({
    _id: text,
    fileName: text,
    sizeBytes: count,
    mode: text,
    blank: text,
    preview: flag,
    state: text,
    delimiter: text,
    encoding: text,
    headerLine: count,
    encodings: [part({ encoding: text, samples: [String] })],
    isEncodingSure: flag,
    sheet: optionalText,
    sheets: [String],
    columns: [
      part({
        header: text,
        samples: [String],
        field: optionalText,
        numbers: optionalText,
        example: optionalText,
        isAmbiguous: flag,
        currency: optionalText,
        pieces: Number,
        units: { type: part({ pieces: [Number], isWhole: flag }), default: undefined },
        values: [part({ text, rows: count })],
      }),
    ],
    categories: [part({ value: text, category: text })],
    priceNote: { type: part({ text, pieces: count }), default: undefined },
    unpriced: flag,
    mends: [part({ line: count, header: text, text: { type: String, default: '' } })],
    skips: [String],
    headerKey: text,
    supplier: {
      type: part({
        id: text,
        name: text,
        key: text,
        priceRule: { type: part({ base: text, permille: count, rounding: text }), default: null },
        whenLeft: text,
      }),
      default: null,
    },
    corrects: optionalText,
    left: count,
    leftOf: count,
    mayManyLeave: flag,
    rowsTotal: count,
    run: count,
    lastLine: count,
    rowsRead: count,
    created: count,
    updated: count,
    unchanged: count,
    skipped: count,
    failed: count,
    flagged: count,
    workedMs: count,
    problem: optionalText,
    undo: {
      type: part({
        removed: count,
        restored: count,
        keptCount: { type: Number },
        kept: [part({ productId: count, name: { type: String, default: '' } })],
      }),
      default: null,
    },
    undoneDownTo: optionalNumber,
    faults: count,
    createdAt: time,
    startedAt: optionalTime,
    finishedAt: optionalTime,
  }),
})
