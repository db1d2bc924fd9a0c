import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const LOOK_MS = 1000
/** What V8 makes of it once much is made at a time: two halves of 16 MB. */
const LARGE_BYTES = 4 * 1024 * 1024
/** V8 makes it smaller where less than about 1 MB a second is made. */
const CALM_BYTES_PER_LOOK = LOOK_MS * 1000

type CollectGarbage = (options: { readonly type: 'minor' }) => void

/**
 * Gives back the part of the heap in which new objects are made, when this process is at rest. A start, or a busy hour,
 * makes it 32 MB, and V8 makes it smaller only when it collects garbage there, which a process at rest never comes to.
 * A collection there takes a few milliseconds, and two or three in a row that find little made since the one before
 * give all but 1 MB back.
 * @returns ends it
 */
export function giveBackNewSpace(): () => void {
  let used = Infinity
  const timer = setInterval(() => {
    const space = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')
    if (space === undefined) return
    const made = space.space_used_size - used
    used = space.space_used_size
    // Less than before: there was a collection meanwhile, which says that much was made.
    if (space.space_size < LARGE_BYTES || made < 0 || made > CALM_BYTES_PER_LOOK) return
    collectNew()
    used = 0
  }, LOOK_MS)
  timer.unref()
  return () => clearInterval(timer)
}

let collect: CollectGarbage | null | undefined

/** Collects garbage among new objects. V8 has the function for new contexts only, and no other flag is left changed. */
function collectNew(): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('globalThis.gc ?? null') as CollectGarbage | null
    setFlagsFromString('--no-expose-gc')
  }
  collect?.({ type: 'minor' })
}
