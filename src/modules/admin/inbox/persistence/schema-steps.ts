import type { Database } from '#platform/database/database'
import type { SchemaStep } from '#platform/database/schema-steps'
import { searchKeysOf } from '../domain/inbox-search.ts'
import type { MessageDocument } from './message.repository.ts'

/** Messages that one part of the step reads and writes. */
const AT_ONCE = 200

/** Changes of the shape of stored messages, in the order of their release. */
export function inboxSchemaSteps(database: Database): readonly SchemaStep[] {
  const messages = database.collection<MessageDocument>('messages')
  const isMissing = { searchKeys: { $exists: false } }
  return [
    {
      // Messages that came before the inbox could be searched would never be found.
      name: 'messages-fill-search-keys',
      async runBatch() {
        const found = await messages.find(isMissing).limit(AT_ONCE).toArray()
        for (const { _id, from, email, subject, fields } of found) {
          const searchKeys = searchKeysOf({ reference: _id, from, email, subject, fields })
          await messages.updateOne({ _id, ...isMissing }, { $set: { searchKeys } })
        }
        return found.length > 0
      },
    },
  ]
}
