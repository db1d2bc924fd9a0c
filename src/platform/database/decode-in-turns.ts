import { setImmediate } from 'node:timers/promises'
import { mongo } from 'mongoose'

/** To decode so many bytes takes some 3 ms of the processor. */
const DECODED_AT_ONCE = 1024 * 1024

/**
 * Documents from their bytes, decoded some at a time, so that others are answered in between: the driver decodes all
 * that the server answers at once, of which 16 MB hold everybody else up for 40 ms. Few bytes are decoded without a turn.
 */
export async function decodeInTurns<Row>(encoded: readonly Uint8Array[]): Promise<readonly Row[]> {
  const rows: Row[] = []
  let bytes = 0
  for (const row of encoded) {
    if (bytes >= DECODED_AT_ONCE) {
      await setImmediate()
      bytes = 0
    }
    bytes += row.length
    rows.push(mongo.BSON.deserialize(row) as Row)
  }
  return rows
}
