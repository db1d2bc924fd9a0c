import { z } from 'zod'
import { shortLine } from './common.ts'

/** POST …/presence: what a page does with the order, product, import … that it has open. `page` is random. */
export const PresenceBody = z.object({
  page: shortLine(40, { missing: 'Name the page' }),
  doing: z.enum(['looking', 'editing', 'left']),
  /** Nobody sees the page: its browser may let it report only once a minute. */
  isHidden: z.boolean().default(false),
})
export type PresenceBody = z.input<typeof PresenceBody>

/** Who else has it open, those who edit it first. */
export const PeopleHere = z.array(z.object({ name: z.string(), isEditing: z.boolean() }))
export type PeopleHere = z.infer<typeof PeopleHere>
