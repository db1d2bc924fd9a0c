import { LRUCache } from 'lru-cache'
import { sizeOf, type Answer } from './answer.ts'

export interface AnswerCache {
  /** The answer that was sent for exactly this address before, if it is still true. */
  find(address: string): Answer | undefined
  /**
   * The answer kept under `key`, or the one that `read` makes, which is kept unless something changed meanwhile.
   * Callers at the same time share one `read`.
   * @param address also found under this address from now on
   */
  load(key: string, read: () => Promise<Answer>, address?: string): Promise<Answer>
  forget(key: string): void
  clear(): void
}

const MAX_ADDRESSES = 5000
const MAX_ADDRESS_LENGTH = 512

interface Kept {
  readonly answer: Answer
  /** False once it is forgotten or pushed out. */
  valid: boolean
}

/** Answers within a bound of bytes; the least recently used go first. Only what answers 200 is kept. */
export function createAnswerCache(options: { readonly maxBytes: number }): AnswerCache {
  const kept = new LRUCache<string, Kept>({
    maxSize: options.maxBytes,
    sizeCalculation: ({ answer }) => sizeOf(answer),
    dispose: (entry) => {
      entry.valid = false
    },
  })
  const addresses = new LRUCache<string, Kept>({ max: MAX_ADDRESSES })
  const reading = new Map<string, Promise<Answer>>()
  let changes = 0

  function keep(key: string, answer: Answer, readAt: number): void {
    if (readAt !== changes || answer.status !== 200) return
    kept.set(key, { answer, valid: true })
  }

  function remember(key: string, address: string | undefined): void {
    const entry = kept.peek(key)
    if (entry !== undefined && address !== undefined && address.length <= MAX_ADDRESS_LENGTH)
      addresses.set(address, entry)
  }

  return {
    find(address) {
      const entry = addresses.get(address)
      return entry?.valid === true ? entry.answer : undefined
    },
    async load(key, read, address) {
      const found = kept.get(key)
      if (found !== undefined) {
        remember(key, address)
        return found.answer
      }
      const readAt = changes
      let answer = reading.get(key)
      if (answer === undefined) {
        const started = read().then((made) => {
          keep(key, made, readAt)
          return made
        })
        answer = started.finally(() => {
          if (reading.get(key) === answer) reading.delete(key)
        })
        reading.set(key, answer)
      }
      const made = await answer
      remember(key, address)
      return made
    },
    forget(key) {
      changes += 1
      reading.delete(key)
      kept.delete(key)
    },
    clear() {
      changes += 1
      reading.clear()
      kept.clear()
      addresses.clear()
    },
  }
}
