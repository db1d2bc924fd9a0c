import { createHash } from 'node:crypto'
import { availableParallelism, loadavg } from 'node:os'

const MAX_FACTOR = 8
/** How long an idle machine of the usual speed needs for the measured work, in ms. */
const USUAL_MS = 12

/** The duration of the measured work, the fastest of three runs. */
function workMs(): number {
  const megabyte = Buffer.alloc(1024 * 1024)
  const times = [1, 2, 3].map(() => {
    const started = performance.now()
    for (let round = 0; round < 12; round += 1) createHash('sha256').update(megabyte).digest()
    return performance.now() - started
  })
  return Math.min(...times)
}

function measure(): number {
  const slowness = Math.max(1, workMs() / USUAL_MS)
  const load = Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())
  return Math.min(MAX_FACTOR, slowness * load)
}

/** Measured once for all processes of a run. */
const patience = Number(process.env.TEST_PATIENCE ?? '') || measure()
process.env.TEST_PATIENCE = String(patience)

/**
 * A test's limit on this machine: as it is where things go at the usual speed, longer where the machine is slow or
 * busy. Limits end what hangs; nothing is proven by them.
 * @param ms what is enough on a quiet machine of the usual speed
 */
export function patient(ms: number): number {
  return Math.round(ms * patience)
}
