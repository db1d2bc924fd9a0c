/** When the database is away, a read takes seconds to fail. */
const LONGEST_MS = 200

/** What readers of lists wait for: changes that are being read, as long as the database answers in time. */
export interface ReadersWait {
  /** Null when nothing is waited for. It never rejects. */
  readonly awaited: Promise<void> | null
  /** Lets readers wait for a refresh, unless a read has been taking too long: then nobody waits until it ends. */
  letWaitFor(refreshed: Promise<void>): void
  /** Runs a read, of which there is one at a time; after 200 ms nobody waits for it any longer. */
  timed<T>(read: () => Promise<T>): Promise<T>
}

export function createReadersWait(): ReadersWait {
  /** The last refresh that is scheduled or running. */
  let unfinished: Promise<void> | null = null
  /** Functions of which each ends the wait for one refresh. */
  const ends = new Set<() => void>()
  /** Whether a read has been taking too long to be waited for. */
  let isSlow = false

  return {
    get awaited() {
      return unfinished
    },
    letWaitFor(refreshed) {
      if (isSlow) return
      const waited = new Promise<void>((resolve) => {
        const end = (): void => {
          ends.delete(end)
          if (unfinished === waited) unfinished = null
          resolve()
        }
        ends.add(end)
        // Callers of a refresh get its error; those who only wait for it do not.
        refreshed.then(end, end)
      })
      unfinished = waited
    },
    async timed(read) {
      const timer = setTimeout(() => {
        isSlow = true
        for (const end of ends) end()
      }, LONGEST_MS).unref()
      try {
        return await read()
      } finally {
        clearTimeout(timer)
        isSlow = false
      }
    },
  }
}
