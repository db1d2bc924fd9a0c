import { randomUUID } from 'node:crypto'
import type { Clock } from '#platform/time/clock'
import type { Database } from '#platform/database/database'
import { changesBetween, type Actor, type AuditLog } from '../../audit/audit.api.ts'
import { MAX_SAVED_REPLIES, type SavedReply } from '../domain/saved-reply.ts'
import { SavedReplyChanged, SavedReplyNotFound, TooManySavedReplies } from '../errors.ts'
import type { SavedReplies } from '../inbox.api.ts'
import type { SavedReplyRepository } from '../persistence/saved-reply.repository.ts'

const nameOf = ({ person }: Actor) => person?.name ?? ''

/** The texts that staff answer with often, each change with its line in the log. */
export function createSavedReplies(deps: {
  readonly database: Database
  readonly clock: Clock
  readonly saved: SavedReplyRepository
  readonly audit: Pick<AuditLog, 'record'>
}): SavedReplies {
  const { database, clock, saved, audit } = deps
  return {
    list: () => saved.list(),
    async get(id) {
      const found = await saved.find(null, id)
      if (found === null) throw new SavedReplyNotFound()
      return found
    },
    add: ({ name, text }, by, note) =>
      database.transaction(async (tx) => {
        if ((await saved.count(tx)) >= MAX_SAVED_REPLIES) throw new TooManySavedReplies(MAX_SAVED_REPLIES)
        const reply: SavedReply = {
          id: randomUUID(),
          name,
          text,
          version: 0,
          changedAt: clock.now(),
          changedBy: nameOf(by),
        }
        await saved.insert(tx, reply)
        const changes = changesBetween({}, { name, text })
        await audit.record(tx, { action: 'saved-reply.added', subject: `saved reply ${name}`, by, changes })
        await note?.(tx, reply.id)
        return reply
      }),
    change: (id, { name, text, version }, by) =>
      database.transaction(async (tx) => {
        const before = await saved.find(tx, id)
        if (before === null) throw new SavedReplyNotFound()
        if (before.version !== version) throw new SavedReplyChanged()
        const after = { ...before, name, text, version: version + 1, changedAt: clock.now(), changedBy: nameOf(by) }
        await saved.replace(tx, after)
        const changes = changesBetween({ name: before.name, text: before.text }, { name, text })
        await audit.record(tx, { action: 'saved-reply.changed', subject: `saved reply ${name}`, by, changes })
        return after
      }),
    delete: (id, by) =>
      database.transaction(async (tx) => {
        const before = await saved.find(tx, id)
        if (before === null) return
        await saved.delete(tx, id)
        await audit.record(tx, { action: 'saved-reply.deleted', subject: `saved reply ${before.name}`, by })
      }),
  }
}
