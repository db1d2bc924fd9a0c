import type { FastifyInstance } from 'fastify'
import { BlockList, isIPv6 } from 'node:net'
import type { Logger } from '#platform/logger'
import { isLoopback } from '#platform/loopback'

const PRIVATE = new BlockList()
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv4')
PRIVATE.addSubnet('fc00::', 7, 'ipv6')
PRIVATE.addSubnet('fe80::', 10, 'ipv6')

/**
 * Warns once when a proxy passes requests on that TRUST_PROXY does not name: all visitors would count as one address,
 * and one of them could use up the limits of all.
 */
export function warnOfUnknownProxy(app: FastifyInstance, logger: Logger): void {
  let isWarned = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isWarned && request.headers['x-forwarded-for'] !== undefined) {
      const proxy = request.socket.remoteAddress ?? ''
      if (isLoopback(proxy) || PRIVATE.check(proxy, isIPv6(proxy) ? 'ipv6' : 'ipv4')) {
        isWarned = true
        logger.warn(
          { proxy },
          'a proxy passes requests on, and all visitors count as one address: name the proxy in TRUST_PROXY',
        )
      }
    }
    done()
  })
}
