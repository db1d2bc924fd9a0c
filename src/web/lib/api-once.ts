import type { ApiPath } from '#contracts/api-path'
import { api, ApiError, isRefusal } from './api-client.ts'
import { newAttemptKey } from './attempt-key.ts'
import { soon } from './soon.ts'
import { tabStorage } from './storage.ts'

// How a call is pressed again after its answer was lost, whatever it does: it makes something, deletes it, or takes a step.

/** Digests of what was sent and not answered yet, each with the key that it was sent with; the newest are kept. */
const UNANSWERED = 'unanswered'
const MAX_UNANSWERED = 20

/**
 * A call that makes something, and makes it once: pressed again after an answer that was lost, it is the same call.
 * @throws ApiError for any answer that is no success; TypeError when there is no connection
 */
export function apiOnce<T>(path: ApiPath<T>, body: unknown): Promise<T> {
  return sendOnce(`${path} ${JSON.stringify(body)}`, (key) =>
    api(path, { method: 'POST', body, headers: { 'Idempotency-Key': key } }),
  )
}

/**
 * Sends something under a key. Until the shop has said what became of it, the same words have the same key, also after a
 * reload; other words are another thing.
 * @param words all of what is sent
 * @param send throws what `isRefusal` knows where the shop has refused it
 */
export async function sendOnce<Answer>(words: string, send: (key: string) => Promise<Answer>): Promise<Answer> {
  const digest = digestOf(words)
  const isOther = ([each]: readonly string[]) => each !== digest
  const key = readUnanswered().find((each) => !isOther(each))?.[1] ?? newAttemptKey()
  writeUnanswered([...readUnanswered().filter(isOther), [digest, key]])
  try {
    const answer = await send(key)
    writeUnanswered(readUnanswered().filter(isOther))
    return answer
  } catch (error) {
    if (isRefusal(error)) writeUnanswered(readUnanswered().filter(isOther))
    throw error
  }
}

/**
 * Deletes what an address names. What the shop says is gone already is deleted: an earlier try was made and its answer was lost, or
 * somebody else was faster.
 * @throws ApiError for any other answer that is no success; TypeError when there is no connection
 */
export async function deleteAt(path: ApiPath<unknown>): Promise<void> {
  try {
    await api(path, { method: 'DELETE' })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404 || error.body === null) throw error
  }
}

interface Step<Thing> {
  readonly send: () => Promise<Thing>
  /** The thing as it is now. */
  readonly read: () => Promise<Thing>
  readonly isTaken: (thing: Thing) => boolean
  /** Called with the thing as it is when the step was refused, or its answer did not come. */
  readonly onRead?: (thing: Thing) => void
}

/**
 * Takes a step of something's life that can be taken once. When nobody knows what became of it, now or at the try before,
 * the thing says whether the step was taken.
 * @throws what `send` threw, when it was not
 */
export async function takeStep<Thing>({ send, read, isTaken, onRead }: Step<Thing>): Promise<Thing> {
  try {
    return await send()
  } catch (error) {
    if (isRefusal(error) && error.status !== 409) throw error
    const now = await soon(read())
    if (now === undefined) throw error
    onRead?.(now)
    if (isTaken(now)) return now
    throw error
  }
}

function readUnanswered(): readonly (readonly string[])[] {
  try {
    const stored: unknown = JSON.parse(tabStorage.getItem(UNANSWERED) ?? '[]')
    return Array.isArray(stored) ? stored.filter((each) => Array.isArray(each)) : []
  } catch {
    return []
  }
}

function writeUnanswered(all: readonly (readonly string[])[]): void {
  if (all.length === 0) tabStorage.removeItem(UNANSWERED)
  else tabStorage.setItem(UNANSWERED, JSON.stringify(all.slice(-MAX_UNANSWERED)))
}

/** 64 bits of the words, so that nothing of what was typed is kept here (FNV-1a from two beginnings). */
function digestOf(words: string): string {
  const hashFrom = (start: number) => {
    let hash = start
    for (let at = 0; at < words.length; at++) hash = Math.imul(hash ^ words.charCodeAt(at), 0x1000193)
    return (hash >>> 0).toString(36)
  }
  return `${hashFrom(0x811c9dc5)}-${hashFrom(0x2545f491)}`
}
