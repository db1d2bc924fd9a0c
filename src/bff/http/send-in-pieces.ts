import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { createPace } from '#platform/concurrency/pace'
import { pacedPieces } from './paced-pieces.ts'

/** To encode and hand over a longer text at once takes longer than others may wait. */
const SENT_AT_ONCE = 1024 * 1024

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

/** Such a list in the order of its pieces, one for all entries between two rests. */
async function piecesOf<Entry>(
  entries: readonly Entry[],
  present: (some: readonly Entry[]) => unknown,
): Promise<readonly string[]> {
  const pieces: string[] = []
  const pace = createPace()
  let piece = '['
  for (const [at, entry] of entries.entries()) {
    if (pace.isLong()) {
      pieces.push(piece)
      piece = ''
      await pace.rest()
    }
    const text = JSON.stringify(present([entry])).slice(1, -1)
    piece += at === 0 ? text : `,${text}`
  }
  return [...pieces, `${piece}]`]
}

/**
 * Sends such a list, a long one in its pieces.
 * @param list the contract of the list
 */
export async function sendInPieces<Entry, Shown>(
  reply: FastifyReply,
  list: z.ZodType<readonly Shown[]>,
  entries: readonly Entry[],
  present: (entry: Entry) => Shown,
): Promise<FastifyReply> {
  const pieces = await piecesOf(entries, (some) => z.encode(list, some.map(present)))
  const isLong = pieces.reduce((length, piece) => length + piece.length, 0) > SENT_AT_ONCE
  reply.type('application/json; charset=utf-8')
  return reply.send(isLong ? Readable.from(pacedPieces(reply.request.raw.socket, pieces)) : pieces.join(''))
}
