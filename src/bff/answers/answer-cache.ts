import { LRUCache } from 'lru-cache'
import { sizeOf, type Answer } from './answer.ts'

export interface AnswerCache {
  /** The answer that was loaded for exactly this URL, if it is still in the cache. */
  find(url: string): Answer | undefined
  /**
   * The answer cached under `key`, or the one that `read` creates. It is cached unless entries were forgotten while it
   * was read. Concurrent callers share one `read`.
   * @param url a URL under which `find` returns the same answer
   */
  load(key: string, read: () => Promise<Answer>, url?: string): Promise<Answer>
  forget(key: string): void
  clear(): void
}

const MAX_URLS = 5000
const MAX_URL_LENGTH = 512

interface Entry {
  readonly answer: Answer
  /** False once the entry is forgotten or evicted. */
  valid: boolean
}

/** A cache of answers with status 200, limited by bytes; the least recently used are evicted first. */
export function createAnswerCache(options: { readonly maxBytes: number }): AnswerCache {
  const entries = new LRUCache<string, Entry>({
    maxSize: options.maxBytes,
    sizeCalculation: ({ answer }) => sizeOf(answer),
    dispose: (entry) => {
      entry.valid = false
    },
  })
  const entriesByUrl = new LRUCache<string, Entry>({ max: MAX_URLS })
  const reading = new Map<string, Promise<Answer>>()
  let version = 0

  function store(key: string, answer: Answer, readVersion: number): void {
    if (readVersion !== version || answer.status !== 200) return
    entries.set(key, { answer, valid: true })
  }

  function rememberUrl(key: string, url: string | undefined): void {
    const entry = entries.peek(key)
    if (entry !== undefined && url !== undefined && url.length <= MAX_URL_LENGTH) entriesByUrl.set(url, entry)
  }

  return {
    find(url) {
      const entry = entriesByUrl.get(url)
      return entry?.valid === true ? entry.answer : undefined
    },
    async load(key, read, url) {
      const cached = entries.get(key)
      if (cached !== undefined) {
        rememberUrl(key, url)
        return cached.answer
      }
      const readVersion = version
      let answer = reading.get(key)
      if (answer === undefined) {
        const started = read().then((made) => {
          store(key, made, readVersion)
          return made
        })
        answer = started.finally(() => {
          if (reading.get(key) === answer) reading.delete(key)
        })
        reading.set(key, answer)
      }
      const made = await answer
      rememberUrl(key, url)
      return made
    },
    forget(key) {
      version += 1
      reading.delete(key)
      entries.delete(key)
    },
    clear() {
      version += 1
      reading.clear()
      entries.clear()
      entriesByUrl.clear()
    },
  }
}
