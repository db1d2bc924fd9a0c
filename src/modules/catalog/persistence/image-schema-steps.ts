import type { Database } from '#platform/database/database'
import type { SchemaStep } from '#platform/database/schema-steps'
import { imageCollection } from './image.repository.ts'

/** Changes of the form of stored pictures, in the order of their release. */
export function imageSchemaSteps(database: Database): readonly SchemaStep[] {
  const images = imageCollection(database)
  return [
    {
      // Until then they were looked through only on days with an upload. A picture that was shown again in between still
      // counted as unused since before, and would be deleted days after the last product stopped showing it.
      name: 'images-count-unused-days-anew',
      async runBatch() {
        await images.updateMany({ unusedSince: { $exists: true } }, { $unset: { unusedSince: '' } })
        return false
      },
    },
  ]
}
