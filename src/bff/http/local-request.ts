import type { FastifyRequest } from 'fastify'
import { isLoopback } from '#platform/config/loopback'

/** What proxies and tunnels add to the requests that they pass on. */
const FORWARDING_HEADERS =
  /^(?:x-forwarded(?:-.*)?|forwarded|via|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-connecting-ip)$/

/**
 * Whether a request was made on this machine, by its own name, and came straight to the shop. A proxy on this machine
 * would make every visitor look like this, so a forwarding header speaks against it; and so does a foreign name in
 * `Host`, by which a page of another site reaches this machine when its name is made to resolve to it (DNS rebinding).
 */
export function isLocalRequest(request: FastifyRequest): boolean {
  return (
    isLoopback(request.socket.remoteAddress ?? '') &&
    isLoopback(hostNameOf(request.headers.host ?? '')) &&
    !Object.keys(request.headers).some((name) => FORWARDING_HEADERS.test(name))
  )
}

/** The name in a Host header, without its port. */
export function hostNameOf(host: string): string {
  return host.replace(/:\d*$/, '')
}
