import { z } from 'zod'
import { defineJob } from '#platform/jobs/define-job'

/** Deletes uploaded pictures that no product has shown for 120 days and no order shows. Running it twice changes nothing. */
export const tidyPictures = defineJob({ name: 'tidy-pictures', queue: 'housekeeping', schema: z.object({}) })
