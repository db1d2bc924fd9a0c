import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { pacedPieces } from './paced-pieces.ts'

/** Presenting and writing so many orders takes some milliseconds. */
const AT_ONCE = 50
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

/** Such a list in the order of its pieces, one for each part of the entries. */
async function piecesOf<Entry>(
  entries: readonly Entry[],
  present: (some: readonly Entry[]) => unknown,
  atOnce = AT_ONCE,
): Promise<readonly string[]> {
  const pieces: string[] = []
  for (let at = 0; at < entries.length; at += atOnce) {
    if (at > 0) await setImmediate()
    const text = JSON.stringify(present(entries.slice(at, at + atOnce))).slice(1, -1)
    pieces.push(`${at === 0 ? '[' : ','}${text}`)
  }
  return pieces.length === 0 ? ['[]'] : [...pieces, ']']
}

/**
 * Sends such a list, a long one in its pieces.
 * @param list the contract of the list
 * @param atOnce how many are presented and written at a time (default 50)
 */
export async function sendInPieces<Entry, Shown>(
  reply: FastifyReply,
  list: z.ZodType<readonly Shown[]>,
  entries: readonly Entry[],
  present: (entry: Entry) => Shown,
  atOnce?: number,
): Promise<FastifyReply> {
  const pieces = await piecesOf(entries, (some) => z.encode(list, some.map(present)), atOnce)
  const isLong = pieces.reduce((length, piece) => length + piece.length, 0) > SENT_AT_ONCE
  reply.type('application/json; charset=utf-8')
  return reply.send(isLong ? Readable.from(pacedPieces(reply.request.raw.socket, pieces)) : pieces.join(''))
}
