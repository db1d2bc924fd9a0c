import { z } from 'zod'
import { isVisible, line, searchText } from './common.ts'

/** A random id that the browser creates with its first choice; nothing else identifies the visitor. */
export const VisitorId = z.uuid()

/** POST /api/consent: the choice as saved in the browser. Entries of the consent log are never changed. */
export const ConsentBody = z.object({
  visitorId: VisitorId,
  version: z.literal('1.0'),
  analytics: z.boolean(),
  marketing: z.boolean(),
  /** What caused the choice: a button, a global privacy signal or a reset. */
  action: z.enum(['accept-all', 'reject-all', 'save', 'opt-out-of-sale', 'global-privacy-control', 'reset']),
})
export type ConsentBody = z.infer<typeof ConsentBody>

/** POST /api/tracking: recorded only for visitors whose last choice allows analytics; answers 204 either way. */
export const TrackingBody = z.object({
  visitorId: VisitorId,
  event: z.discriminatedUnion('type', [
    z.object({ type: z.literal('search'), term: searchText().refine(isVisible), results: z.int().min(0) }),
    z.object({ type: z.literal('product-view'), productId: z.int().positive() }),
  ]),
})
export type TrackingBody = z.infer<typeof TrackingBody>

/**
 * POST /api/search-misses: a search that found nothing, sent without anything that says who made it. Answers 204 whether
 * it was counted or not.
 */
export const SearchMissBody = z.object({ term: line({ message: 'Say what was searched for', isIdentifier: true }) })
export type SearchMissBody = z.infer<typeof SearchMissBody>

/** GET /api/admin/search-misses?days=30: searches that found nothing. */
export const SearchMisses = z.array(
  z.object({
    term: z.string(),
    count: z.int().describe('How often it was searched for; three times an hour from one network address at most'),
    lastAt: z.iso.datetime(),
  }),
)
export type SearchMiss = z.infer<typeof SearchMisses>[number]
