import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { IdempotencyKey } from '#contracts/orders'
import type { NoteMade, RepeatableCall, RepeatableCalls } from '#platform/database/repeatable-calls'
import { createKeyedMutex } from '#platform/concurrency/keyed-mutex'

/** The headers of a call that makes something, in its schema. */
export const RepeatableHeaders = z.looseObject({ 'idempotency-key': IdempotencyKey.optional() })

/** What the OpenAPI says of such a call. */
export const REPEATABLE =
  'The same Idempotency-Key makes it once for a week: a repetition has the header Idempotent-Replayed, and 422 ' +
  'IDEMPOTENCY_KEY_REUSED answers it with other contents.'

/**
 * Makes something once for each Idempotency-Key of a caller, however often the call is repeated and at whatever time:
 * also after an answer that was lost, or one of 503. Without the header every call makes something.
 * @param work.make makes it, and notes it in the same transaction
 * @param work.find finds it as it is by now
 * @param work.sent what a repetition sends again, where it is not the body
 * @throws RepeatedOtherwise, and whatever `make` and `find` throw
 */
export type MakeOnce = <Thing>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: {
    readonly make: (note: NoteMade) => Promise<Thing>
    readonly find: (madeId: string) => Promise<Thing>
    readonly sent?: unknown
  },
) => Promise<Thing>

export function createMakeOnce(calls: RepeatableCalls): MakeOnce {
  const withCall = createKeyedMutex()
  return async function makeOnce(request, reply, { make, find, sent = request.body }) {
    const call = callOf(request, sent)
    if (call === null) return make(async () => {})

    async function findMade(known: RepeatableCall) {
      const madeId = await calls.findMade(known)
      if (madeId === null) return null
      const thing = await find(madeId)
      reply.header('idempotent-replayed', 'true')
      return { thing }
    }

    return withCall([call.id], async () => {
      const before = await findMade(call)
      if (before !== null) return before.thing
      try {
        return await make((tx, madeId) => calls.note(tx, call, madeId))
      } catch (error) {
        // Another process may have been faster, or this one's commit went through and its answer was lost.
        const made = await findMade(call)
        if (made === null) throw error
        return made.thing
      }
    })
  }
}

/** A key counts for its caller and its route alone; null without one. */
function callOf(request: FastifyRequest, sent: unknown): RepeatableCall | null {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string') return null
  const caller = request.customer?.id ?? request.staff?.person.id ?? null
  const { method, url } = request.routeOptions
  return {
    id: digestOf([caller, method, url, key]),
    // The key is a part of it, so that what was sent cannot be guessed by trying.
    fingerprint: digestOf([key, request.params, sent]),
  }
}

function digestOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}
