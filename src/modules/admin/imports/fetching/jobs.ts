import { z } from 'zod'
import { defineJob } from '#platform/jobs/define-job'
import { FIRST_PAUSE_MS } from './list-source.ts'

/** Begins the fetch of a supplier's list whose time of day has come. */
export const beginDueFetch = defineJob({
  name: 'begin-due-fetch',
  queue: 'housekeeping',
  schema: z.object({ supplierId: z.string() }),
})

/** More than a fetch has tries: a process that dies uses up one. */
const ATTEMPTS = 20

const FETCH = { schema: z.object({ fetchId: z.string() }), attempts: ATTEMPTS, backoffMs: FIRST_PAUSE_MS }

/** Fetches a supplier's list and begins its import. A fetch that is over, or whose import has begun, is not made again. */
export const fetchPriceList = defineJob({ name: 'fetch-price-list', queue: 'fetches', ...FETCH })

/** The same for somebody who waits for it, and not for the servers of other lists, which may take minutes each. */
export const fetchAskedPriceList = defineJob({ name: 'fetch-asked-price-list', queue: 'asked-fetches', ...FETCH })
