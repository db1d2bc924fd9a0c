import type { Database } from '#platform/database/database'
import { reopenUnsentStep } from '#platform/database/handled-entries'
import type { SchemaStep } from '#platform/database/schema-steps'
import { searchKeysOf, type FillOwnerIds } from '../domain/privacy-request.ts'
import type { PrivacyRequestDocument } from './privacy-request.model.ts'

/** Requests that one part of the step reads and writes. */
const AT_ONCE = 200

/** Changes of the shape of what identity stores, in the order of their release. */
export function identitySchemaSteps(database: Database): readonly SchemaStep[] {
  const requests = database.collection<PrivacyRequestDocument & { subjectId?: string | null }>('privacy_requests')
  const isMissing = { searchKeys: { $exists: false } }
  const hasNoSubject = { subject: { $exists: false } }
  return [
    {
      // A search passed over the newest requests, and found none before them.
      name: 'privacy-requests-fill-search-keys',
      async runBatch() {
        const found = await requests.find(isMissing).limit(AT_ONCE).toArray()
        for (const { _id, ...request } of found) {
          const searchKeys = searchKeysOf({ ...request, reference: _id })
          await requests.updateOne({ _id, ...isMissing }, { $set: { searchKeys } })
        }
        return found.length > 0
      },
    },
    reopenUnsentStep('privacy-requests-reopen-unsent', database, 'privacy_requests'),
    {
      // Before a deletion kept the whole person it kept the number of their account, and other requests kept nothing.
      name: 'privacy-requests-fill-subject',
      async runBatch() {
        const found = await requests.find(hasNoSubject).limit(AT_ONCE).toArray()
        for (const { _id, subjectId = null } of found) {
          const subject = subjectId === null ? null : { customerId: subjectId }
          await requests.updateOne({ _id, ...hasNoSubject }, { $set: { subject }, $unset: { subjectId: '' } })
        }
        return found.length > 0
      },
    },
  ]
}

/** Fills in the number of the person that a request of an earlier version names as its owner; see `FillOwnerIds`. */
export function createFillOwnerIds(database: Database): FillOwnerIds {
  const requests = database.collection<PrivacyRequestDocument>('privacy_requests')
  const isMissing = { assigneeId: { $exists: false } }
  return async function fillOwnerIds(idOf) {
    const found = await requests.find(isMissing).limit(AT_ONCE).toArray()
    for (const { _id, assignee } of found)
      await requests.updateOne(
        { _id, ...isMissing },
        { $set: { assigneeId: assignee === null ? null : idOf(assignee) } },
      )
    return found.length > 0
  }
}
