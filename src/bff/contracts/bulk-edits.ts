import { z } from 'zod'
import { ProductExportQuery } from './admin.ts'
import { CATEGORIES } from './catalog.ts'
import { IsoTime } from './common.ts'
import { KeptProduct } from './undo.ts'

/** The most products that are chosen one by one; what the table has found can be any number. */
const MAX_CHOSEN = 500
const MAX_PIECES = 1_000_000

/** What is changed of every chosen product; absent fields stay as they are. */
export const BulkEditFields = z
  .object({
    price: z
      .discriminatedUnion('by', [
        z.object({
          by: z.literal('percent'),
          value: z
            .string()
            .trim()
            .regex(/^[+-]?\d{1,3}(\.\d)?$/, 'Enter a percentage like -5 or 2.5'),
          ending: z.enum(['none', '99']),
        }),
        z.object({
          by: z.literal('amount'),
          value: z
            .string()
            .trim()
            .regex(/^[+-]?\d{1,6}(\.\d{1,2})?$/, 'Enter an amount like -10 or 2.50'),
          ending: z.enum(['none', '99']),
        }),
      ])
      .optional(),
    stock: z
      .object({
        mode: z.enum(['set', 'add']),
        pieces: z.int('Enter a whole number').min(-MAX_PIECES).max(MAX_PIECES),
      })
      .refine(({ mode, pieces }) => mode === 'add' || pieces >= 0, 'Stock must be 0 or more')
      .optional(),
    category: z.enum(CATEGORIES).optional(),
    isFeatured: z.boolean().optional(),
    isBusinessProduct: z.boolean().optional(),
    inStock: z.boolean().optional(),
  })
  .refine((fields) => Object.values(fields).some((value) => value !== undefined), 'Choose what to change')

/** POST /api/admin/bulk-edits: either `ids`, or `found` with the filters of the table. */
export const BulkEditBody = z
  .object({
    ids: z.array(z.int().min(1)).min(1).max(MAX_CHOSEN, `Choose at most ${MAX_CHOSEN} products one by one`).optional(),
    found: ProductExportQuery.optional(),
    edit: BulkEditFields,
  })
  .refine(({ ids, found }) => (ids === undefined) !== (found === undefined), 'Choose products, or all that are found')
export type BulkEditBody = z.input<typeof BulkEditBody>

/** The state of a bulk edit. `done` of `matched` products are through the step that is under way. */
export const BulkEdit = z.object({
  id: z.string(),
  person: z.string().nullable(),
  /** What it changes, in words. */
  summary: z.string(),
  state: z.enum(['previewing', 'previewed', 'running', 'finished', 'stopped', 'undoing', 'undone']),
  matched: z.int(),
  done: z.int(),
  changed: z.int(),
  refused: z.int(),
  /** Edited or deleted by somebody since the preview, and not touched. */
  left: z.int(),
  /** Products that were changed afterwards are kept as they are; up to 100 of them are named. */
  undo: z.object({ restored: z.int(), keptCount: z.int(), kept: z.array(KeptProduct) }).nullable(),
  createdAt: IsoTime,
  finishedAt: IsoTime.nullable(),
})
export type BulkEdit = z.infer<typeof BulkEdit>
export const BulkEditList = z.array(BulkEdit)

export const BulkEditRowsQuery = z.object({ outcome: z.enum(['changed', 'refused', 'left']).default('changed') })
export const BulkEditRowList = z.array(
  z.object({
    productId: z.int(),
    name: z.string(),
    reason: z.string().nullable(),
    changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
  }),
)
export type BulkEditRow = z.infer<typeof BulkEditRowList>[number]
