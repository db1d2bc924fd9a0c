import { LRUCache } from 'lru-cache'
import { sizeOf, type Answer } from './answer.ts'
import type { IsCurrent } from './current.ts'

/** Answers that are checked when they are found, so that no event has to empty anything. */
export interface CheckedAnswers {
  /** The answer that was kept for exactly this URL, while it is current. */
  find(url: string): Answer | undefined
  /**
   * Keeps an answer with status 200, unless something changed while it was made. It is kept from the second time on that
   * its URL is asked for: most lists are asked for once, and to keep each of these costs more than to make it. Where one
   * would have to go for it, one of eight is kept: what is asked for often comes in soon, and when more is asked for again
   * and again than there is room for, it does not push out all the time what is asked for next.
   */
  keep(url: string, answer: Answer, isCurrent: IsCurrent): void
}

const MAX_URL_LENGTH = 512
/** How many URLs are known to have been asked for, and how many before these. */
const URLS_KNOWN = 2000
/** Where another answer would have to go for it, one of so many is kept. */
const KEPT_WHEN_FULL = 8
/** How many bytes a body may hold beside its own, as in a pool that Node fills with several; a view of a file has more. */
const MOST_HELD_BESIDE = 64 * 1024

/** @param options.maxBytes the limit of all answers together; the least recently used go first */
export function createCheckedAnswers(options: { readonly maxBytes: number }): CheckedAnswers {
  const bytesOf = (answer: Answer, url: string): number => sizeOf(answer) + 2 * url.length
  const entries = new LRUCache<string, { readonly answer: Answer; readonly isCurrent: IsCurrent }>({
    maxSize: options.maxBytes,
    sizeCalculation: ({ answer }, url) => bytesOf(answer, url),
  })
  let askedWhenFull = 0
  /** What was kept and is out of date: it comes back at once, in the place that it had. */
  const outdated = new Set<string>()
  let recent = new Set<string>()
  let earlier = new Set<string>()

  function noteAsked(url: string): void {
    recent.add(url)
    if (recent.size < URLS_KNOWN) return
    earlier = recent
    recent = new Set()
  }

  function isTaken(url: string, answer: Answer): boolean {
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
      // Who asked makes it again; what could not be made stays here.
      if (outdated.size >= URLS_KNOWN) outdated.clear()
      outdated.add(url)
      return undefined
    },
    keep(url, answer, isCurrent) {
      if (answer.status !== 200 || url.length > MAX_URL_LENGTH) return
      if (!recent.has(url) && !earlier.has(url)) noteAsked(url)
      else if (isCurrent() && (outdated.delete(url) || isTaken(url, answer)))
        entries.set(url, { answer: withOwnBytes(answer), isCurrent })
    },
  }
}

/**
 * The answer with a body that holds no memory but its own: the text of a product is a view into megabytes of texts, which
 * would stay as long as the answer. The compressed forms belong to both answers.
 */
function withOwnBytes(answer: Answer): Answer {
  const { body } = answer
  if (body.buffer.byteLength - body.length <= MOST_HELD_BESIDE) return answer
  answer.compressed ??= new Map()
  // Buffer.from would take it from a pool, which is a view again.
  const own = Buffer.allocUnsafeSlow(body.length)
  body.copy(own)
  return { ...answer, body: own }
}
