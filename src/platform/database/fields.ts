import { Schema, type SchemaDefinition } from 'mongoose'

/** The fields of mongoose schemas, spelled once. A text of length 0 counts as missing where it is required. */
export const text = { type: String, required: true } as const
export const optionalText = { type: String, default: null } as const
export const number = { type: Number, required: true } as const
export const optionalNumber = { type: Number, default: null } as const
export const time = { type: Date, required: true } as const
export const optionalTime = { type: Date, default: null } as const

/** A part of a document, which has no id of its own. */
export function part<Part = undefined>(fields: SchemaDefinition<NoInfer<Part>>): Schema {
  return new Schema(fields, { _id: false })
}
