import { Schema, type Connection } from 'mongoose'
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
const schema = new Schema<ImportDocument>(
  {
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
    encodings: [new Schema({ encoding: text, samples: [String] }, part)],
    isEncodingSure: flag,
    sheet: optionalText,
    sheets: [String],
    columns: [
      new Schema(
        {
          header: text,
          samples: [String],
          field: optionalText,
          numbers: optionalText,
          example: optionalText,
          isAmbiguous: flag,
          currency: optionalText,
          pieces: Number,
          units: { type: new Schema({ pieces: [Number], isWhole: flag }, part), default: undefined },
          values: [new Schema({ text, rows: count }, part)],
        },
        part,
      ),
    ],
    categories: [new Schema({ value: text, category: text }, part)],
    priceNote: { type: new Schema({ text, pieces: count }, part), default: undefined },
    unpriced: flag,
    mends: [new Schema({ line: count, header: text, text: { type: String, default: '' } }, part)],
    skips: [String],
    headerKey: text,
    supplier: {
      type: new Schema(
        {
          id: text,
          name: text,
          key: text,
          priceRule: { type: new Schema({ base: text, permille: count, rounding: text }, part), default: null },
          whenLeft: text,
        },
        part,
      ),
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
      type: new Schema(
        {
          removed: count,
          restored: count,
          keptCount: { type: Number },
          kept: [new Schema({ productId: count, name: { type: String, default: '' } }, part)],
        },
        part,
      ),
      default: null,
    },
    undoneDownTo: optionalNumber,
    faults: count,
    createdAt: time,
    startedAt: optionalTime,
    finishedAt: optionalTime,
  },
  { collection: 'imports', versionKey: false },
)
schema.index({ createdAt: -1, _id: -1 }, { name: 'newest_first' })
schema.index({ headerKey: 1, createdAt: -1 }, { name: 'same_columns' })
schema.index({ 'supplier.id': 1, createdAt: -1 }, { name: 'of_supplier_newest' })

export function importModel(connection: Connection) {
  return connection.model('ProductImport', schema)
}
