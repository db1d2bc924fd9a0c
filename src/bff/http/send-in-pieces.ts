import { setImmediate } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'

/** Presenting and writing so many orders takes some milliseconds. */
const AT_ONCE = 50

/**
 * Sends a list that may have a thousand entries: some are presented and written at a time, and others are answered in
 * between.
 * @param list the contract of the list
 */
export async function sendInPieces<Entry, Shown>(
  reply: FastifyReply,
  list: z.ZodType<readonly Shown[]>,
  entries: readonly Entry[],
  present: (entry: Entry) => Shown,
): Promise<FastifyReply> {
  const texts: string[] = []
  for (let at = 0; at < entries.length; at += AT_ONCE) {
    if (at > 0) await setImmediate()
    const shown = z.encode(list, entries.slice(at, at + AT_ONCE).map(present))
    texts.push(JSON.stringify(shown).slice(1, -1))
  }
  return reply.type('application/json; charset=utf-8').send(`[${texts.join(',')}]`)
}
