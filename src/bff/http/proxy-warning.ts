import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BlockList, isIP, isIPv6 } from 'node:net'
import type { Logger } from '#platform/log/logger'
import { isLoopback } from '#platform/config/loopback'
import { onFirstUse } from '#platform/concurrency/on-first-use'

const privateNetworks = onFirstUse(() => {
  const networks = new BlockList()
  for (const [network, bits] of [
    ['10.0.0.0', 8],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
    ['169.254.0.0', 16],
  ] as const)
    networks.addSubnet(network, bits, 'ipv4')
  networks.addSubnet('fc00::', 7, 'ipv6')
  networks.addSubnet('fe80::', 10, 'ipv6')
  return networks
})

/**
 * Warns once when a proxy passes requests on that TRUST_PROXY does not name: all visitors would count as one address,
 * and one of them could use up the limits of all. By an `https:` PUBLIC_URL, what such a proxy passes on is taken for
 * unencrypted, too (`hardening/plain-http.ts`).
 */
export function warnOfUnknownProxy(app: FastifyInstance, logger: Logger): void {
  let isWarned = false
  app.addHook('onRequest', (request, _reply, done) => {
    const passedOnFor = isWarned ? undefined : request.headers['x-forwarded-for']
    const proxy = passedOnFor === undefined ? null : unknownProxy(request, String(passedOnFor))
    if (proxy !== null) {
      isWarned = true
      logger.warn(
        { proxy },
        'a proxy passes requests on, and all visitors count as one address: name the proxy in TRUST_PROXY',
      )
    }
    done()
  })
}

/** The address that the shop takes for the visitor's, when it is a proxy's that says for whom it passes this on. */
function unknownProxy({ ip, ips = [ip] }: FastifyRequest, passedOnFor: string): string | null {
  const isFromVisitor = ips.length > passedOnFor.split(',').length
  if (isFromVisitor || isIP(ip) === 0) return null
  return isLoopback(ip) || privateNetworks().check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4') ? ip : null
}
