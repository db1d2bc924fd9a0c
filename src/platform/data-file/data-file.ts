import { z } from 'zod'

/**
 * The file that carries all data of a shop. Each document is one line of canonical extended JSON, an object. Between them
 * stand lines of the file itself, which are arrays: `["collection", name]` before the documents of a collection, and at
 * the end `["end", { name: { documents, digest } }, digest of all lines before]`. The first line is the header.
 */
export const FORMAT = 'superprinter-data'
export const VERSION = 1

export const Header = z.object({
  format: z.literal(FORMAT),
  version: z.number().int(),
  exportedAt: z.string(),
  /** The changes of stored data that were done where the file was made. */
  schemaSteps: z.array(z.string()),
  /** How many documents each collection had, for the progress. */
  collections: z.record(z.string(), z.number()),
  /** Signs the sessions of customers. */
  jwtSecret: z.string().optional(),
})
export type Header = z.infer<typeof Header>

const TallySchema = z.object({ documents: z.number().int(), digest: z.string() })
export const CollectionLine = z.tuple([z.literal('collection'), z.string()])
export const EndLine = z.tuple([z.literal('end'), z.record(z.string(), TallySchema), z.string()])

/** Whether a file of this name is compressed. */
export const isGzip = (path: string) => path.endsWith('.gz')
