import { z } from 'zod'

/** The body of every error response; `message` is for people. */
export const ErrorBody = z.object({
  code: z.string(),
  message: z.string(),
  requestId: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  details: z.unknown().optional(),
})
export type ErrorBody = z.infer<typeof ErrorBody>
