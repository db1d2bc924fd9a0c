import type { ApiPath } from '#contracts/api-path'
import { api, ApiError } from './api-client.ts'
import { newAttemptKey } from './attempt-key.ts'
import { tabStorage } from './storage.ts'

/** Digests of what was sent and not answered yet, each with the key that it was sent with; the newest are kept. */
const UNANSWERED = 'unanswered'
const MOST_UNANSWERED = 20

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
 * @param send throws an ApiError where the shop has refused it
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
    if (error instanceof ApiError && error.status < 500) writeUnanswered(readUnanswered().filter(isOther))
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
  else tabStorage.setItem(UNANSWERED, JSON.stringify(all.slice(-MOST_UNANSWERED)))
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
