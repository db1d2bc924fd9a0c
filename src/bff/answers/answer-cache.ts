import { LRUCache } from 'lru-cache'
import { sizeOf, type Answer } from './answer.ts'

export interface AnswerCache {
  /** The answer cached under `key`, or the one that `read` creates. Concurrent callers share one `read`. */
  load(key: string, read: () => Promise<Answer>): Promise<Answer>
}

/** A cache of answers that never change, with status 200, limited by bytes; the least recently used are evicted first. */
export function createAnswerCache(options: { readonly maxBytes: number }): AnswerCache {
  const answers = new LRUCache<string, Answer>({ maxSize: options.maxBytes, sizeCalculation: sizeOf })
  const reading = new Map<string, Promise<Answer>>()

  return {
    async load(key, read) {
      const cached = answers.get(key)
      if (cached !== undefined) return cached
      let answer = reading.get(key)
      if (answer === undefined) {
        const started = read().then((made) => {
          if (made.status === 200) answers.set(key, made)
          return made
        })
        answer = started.finally(() => reading.delete(key))
        reading.set(key, answer)
      }
      return answer
    },
  }
}
