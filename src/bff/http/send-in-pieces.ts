import { Readable } from 'node:stream'
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
  return (await piecesOf(entries, present)).join('')
}

/** Such a list in the order of its pieces, one for each part of the entries. */
async function piecesOf<Entry>(
  entries: readonly Entry[],
  present: (some: readonly Entry[]) => unknown,
): Promise<readonly string[]> {
  const pieces: string[] = []
  for (let at = 0; at < entries.length; at += AT_ONCE) {
    if (at > 0) await setImmediate()
    const text = JSON.stringify(present(entries.slice(at, at + AT_ONCE))).slice(1, -1)
    pieces.push(`${at === 0 ? '[' : ','}${text}`)
  }
  return pieces.length === 0 ? ['[]'] : [...pieces, ']']
}

/**
 * Sends such a list, a long one in its pieces: to encode and hand over six megabytes at once takes longer than others may
 * wait.
 * @param list the contract of the list
 */
export async function sendInPieces<Entry, Shown>(
  reply: FastifyReply,
  list: z.ZodType<readonly Shown[]>,
  entries: readonly Entry[],
  present: (entry: Entry) => Shown,
): Promise<FastifyReply> {
  const pieces = await piecesOf(entries, (some) => z.encode(list, some.map(present)))
  reply.type('application/json; charset=utf-8')
  return reply.send(entries.length > AT_ONCE ? Readable.from(pieces) : pieces.join(''))
}
