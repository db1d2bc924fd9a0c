import { LRUCache } from 'lru-cache'
import { sizeOf, type Answer } from './answer.ts'
import type { IsCurrent } from './current.ts'

/** Answers that are checked when they are found, so that no event has to empty anything. */
export interface CheckedAnswers {
  /** The answer that was kept for exactly this URL, while it is current. */
  find(url: string): Answer | undefined
  /**
   * Keeps an answer with status 200, unless something changed while it was made. It is kept only when its URL was asked
   * for before: most lists are asked for once, and keeping one costs more than making it. When there is no room left,
   * only one answer of eight takes the place of others. What is asked for often still gets in soon, and a round of more
   * answers than fit does not evict each of them just before it is asked for again.
   */
  keep(url: string, answer: Answer, isCurrent: IsCurrent): void
}

const MAX_URL_LENGTH = 512
/**
 * How many URLs are remembered as asked for. When there are so many, they become the earlier ones, and a new set
 * begins.
 */
const URLS_KNOWN = 2000
/** When there is no room left, one answer of so many is kept. */
const KEPT_WHEN_FULL = 8
/**
 * How many bytes beside its own a body may keep in memory: Node's pool of small buffers has fewer, a file of texts
 * more.
 */
const MAX_HELD_BESIDE = 64 * 1024

/** @param options.maxBytes the limit of all answers together; the least recently used go first */
export function createCheckedAnswers(options: { readonly maxBytes: number }): CheckedAnswers {
  const bytesOf = (answer: Answer, url: string): number => sizeOf(answer) + 2 * url.length
  const entries = new LRUCache<string, { readonly answer: Answer; readonly isCurrent: IsCurrent }>({
    maxSize: options.maxBytes,
    sizeCalculation: ({ answer }, url) => bytesOf(answer, url),
  })
  let askedWhenFull = 0
  /** The URLs whose answer was kept and is out of date: the next one of each takes its place at once. */
  const outdated = new Set<string>()
  let recent = new Set<string>()
  let earlier = new Set<string>()

  function noteAsked(url: string): void {
    recent.add(url)
    if (recent.size < URLS_KNOWN) return
    earlier = recent
    recent = new Set()
  }

  function hasPlace(url: string, answer: Answer): boolean {
    const isRoom = entries.calculatedSize + bytesOf(answer, url) <= options.maxBytes
    return isRoom || ++askedWhenFull % KEPT_WHEN_FULL === 0
  }

  return {
    find(url) {
      const entry = entries.get(url)
      if (entry === undefined) return undefined
      if (entry.isCurrent()) return entry.answer
      entries.delete(url)
      noteAsked(url)
      // The caller makes it again and it leaves this set; those that could not be made would stay.
      if (outdated.size >= URLS_KNOWN) outdated.clear()
      outdated.add(url)
      return undefined
    },
    keep(url, answer, isCurrent) {
      if (answer.status !== 200 || url.length > MAX_URL_LENGTH) return
      if (!recent.has(url) && !earlier.has(url)) noteAsked(url)
      else if (isCurrent() && (outdated.delete(url) || hasPlace(url, answer)))
        entries.set(url, { answer: withOwnBytes(answer), isCurrent })
    },
  }
}

/**
 * The answer with a body of its own. The text of a product is a view of megabytes of texts, which would stay in memory
 * as long as the answer. The compressed forms belong to both answers.
 */
function withOwnBytes(answer: Answer): Answer {
  const { body } = answer
  if (body.buffer.byteLength - body.length <= MAX_HELD_BESIDE) return answer
  answer.compressed ??= new Map()
  // Buffer.from would take it from a pool, which is a view again.
  const own = Buffer.allocUnsafeSlow(body.length)
  body.copy(own)
  return { ...answer, body: own }
}
