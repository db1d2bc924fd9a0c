import type { IdentityModule } from '#modules/identity'
import type { Database } from '#platform/database/database'
import { reopenUnsentStep } from '#platform/database/handled-entries'
import type { SchemaStep } from '#platform/database/schema-steps'
import type { StaffMembers, StaffPerson } from '../../staff/staff.api.ts'
import { searchKeysOf } from '../domain/inbox-search.ts'
import type { MessageDocument } from './message.repository.ts'

interface KnownStaff {
  readonly owner: StaffPerson
  readonly members: Pick<StaffMembers, 'list'>
}

/** Messages that one part of the step reads and writes. */
const AT_ONCE = 200

/** Changes of the shape of stored messages and of who takes care of privacy requests, in the order of their release. */
export function inboxSchemaSteps(deps: {
  readonly database: Database
  readonly identity: Pick<IdentityModule, 'fillOwnerIdsOfPrivacyRequests'>
  readonly staff: KnownStaff
}): readonly SchemaStep[] {
  const { database, identity, staff } = deps
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
    {
      // Until then a message belonged to a name. One that is nobody's, or that of several, stays as a name alone.
      name: 'inbox-fill-owner-ids',
      async runBatch() {
        const idOf = await accountsByName(staff)
        const hasNoId = { assigneeId: { $exists: false } }
        const found = await messages.find(hasNoId).limit(AT_ONCE).toArray()
        for (const { _id, assignee } of found)
          await messages.updateOne(
            { _id, ...hasNoId },
            { $set: { assigneeId: assignee === null ? null : idOf(assignee) } },
          )
        const isMore = await identity.fillOwnerIdsOfPrivacyRequests(idOf)
        return found.length > 0 || isMore
      },
    },
    reopenUnsentStep('messages-reopen-unsent', database, 'messages'),
  ]
}

/** The account that a name is, of those with access before those without; null for none and for several. */
async function accountsByName({ owner, members }: KnownStaff): Promise<(name: string) => string | null> {
  const people = await members.list()
  return (name) => {
    const named = [
      ...(owner.name === name ? [{ id: owner.id, endedAt: null }] : []),
      ...people.filter((each) => each.name === name),
    ]
    const active = named.filter(({ endedAt }) => endedAt === null)
    const [only, another] = active.length > 0 ? active : named
    return only === undefined || another !== undefined ? null : only.id
  }
}
