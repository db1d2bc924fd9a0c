import type { FastifyRequest } from 'fastify'
import { createPlaces, type Places } from '#platform/concurrency/places'
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

/**
 * Each address has three places where passwords are hashed. What else it sends waits in a line of its own, so that a
 * storm from one address delays the sign-in of another by three hashes at most.
 */
export function createHashingPlaces(): HashingPlaces {
  const ofNetworks = new Map<string, Places>()
  const line = { max: IN_LINE, refusal: () => new TooManyRequests(RETRY_MS) }

  return async (request, work) => {
    const network = homeNetworkOf(request.ip)
    let places = ofNetworks.get(network)
    if (places === undefined) ofNetworks.set(network, (places = createPlaces(PLACES, line)))
    try {
      return await places.run(work)
    } finally {
      if (places.areFree) ofNetworks.delete(network)
    }
  }
}
