import { setImmediate } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'

/** Presenting and writing so many orders takes some milliseconds. */
const AT_ONCE = 50

/**
 * A list that may have a thousand entries as JSON: some are presented and written at a time, and others are answered in
 * between. `present` returns a list.
 */
export async function writeInPieces<Entry>(
  entries: readonly Entry[],
  present: (some: readonly Entry[]) => unknown,
): Promise<string> {
  const texts: string[] = []
  for (let at = 0; at < entries.length; at += AT_ONCE) {
    if (at > 0) await setImmediate()
    texts.push(JSON.stringify(present(entries.slice(at, at + AT_ONCE))).slice(1, -1))
  }
  return `[${texts.join(',')}]`
}

/**
 * Sends such a list.
 * @param list the contract of the list
 */
export async function sendInPieces<Entry, Shown>(
  reply: FastifyReply,
  list: z.ZodType<readonly Shown[]>,
  entries: readonly Entry[],
  present: (entry: Entry) => Shown,
): Promise<FastifyReply> {
  const text = await writeInPieces(entries, (some) => z.encode(list, some.map(present)))
  return reply.type('application/json; charset=utf-8').send(text)
}
