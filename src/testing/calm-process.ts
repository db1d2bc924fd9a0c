import { getHeapSpaceStatistics } from 'node:v8'
import { giveBackNewSpace } from '#platform/process/new-space'

/** A process that has made much and is at rest: it says how large its part for new objects is, until that is small. */
const sizeMb = (): number =>
  (getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0) / 1e6

const kept = Array.from({ length: 300_000 }, (_, i) => ({ i, digits: [i, i] }))
process.stdout.write(`after ${kept.length} objects: ${sizeMb()}\n`)
giveBackNewSpace()
const timer = setInterval(() => {
  if (sizeMb() > 4) return
  clearInterval(timer)
  process.stdout.write(`at rest: ${sizeMb()}\n`)
}, 200)
