import type { FastifyRequest } from 'fastify'
import { homeNetworkOf } from './networks.ts'
import { TooManyRequests } from './too-many-requests.ts'

const PLACES = 3
const IN_LINE = 40
const RETRY_MS = 2000

/**
 * Runs work that hashes a password when its address has a place.
 * @throws TooManyRequests when too many of this address are waiting
 */
export type HashingPlaces = <Result>(request: FastifyRequest, work: () => Promise<Result>) => Promise<Result>

interface Line {
  busy: number
  readonly waiting: (() => void)[]
}

/**
 * Each address has three places where passwords are hashed. What else it sends waits in a line of its own, so that a
 * storm from one address delays the sign-in of another by three hashes at most.
 */
export function createHashingPlaces(): HashingPlaces {
  const lines = new Map<string, Line>()

  return async (request, work) => {
    const network = homeNetworkOf(request.ip)
    let line = lines.get(network)
    if (line === undefined) lines.set(network, (line = { busy: 0, waiting: [] }))
    if (line.busy < PLACES) line.busy++
    else if (line.waiting.length < IN_LINE) await new Promise<void>((resolve) => line.waiting.push(resolve))
    else throw new TooManyRequests(RETRY_MS)
    try {
      return await work()
    } finally {
      const next = line.waiting.shift()
      // The next one takes over the place, so that no newer one gets it.
      if (next !== undefined) next()
      else if (--line.busy === 0) lines.delete(network)
    }
  }
}
