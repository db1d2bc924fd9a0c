import { lookup as lookUp, type LookupAddress } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'
import { problemOf, RemoteFileProblem, tooSlow } from './remote-file-problem.ts'

/** Which servers may be asked. A shop asks the public internet and trusts whom Node trusts; only tests say otherwise. */
export interface RemoteNetwork {
  mayConnect(address: string): boolean
  /** Who vouches for servers, as PEM, instead of those that Node trusts. */
  readonly ca?: string
}

export const PUBLIC_INTERNET: RemoteNetwork = { mayConnect: isPublicAddress }

export interface ServerPatience {
  /** Until the connection stands, TLS included. */
  readonly connectMs: number
  /** How long the server may be silent. */
  readonly silentMs: number
}

/**
 * Sends one GET request.
 * @param whole ends it when all requests for the file together take too long
 * @param signal ends it because nobody wants the file any more
 * @returns the head of the answer, of any status; its body is still to be read
 * @throws RemoteFileProblem
 */
export type AskPublicServer = (
  url: URL,
  asked: {
    readonly headers: Readonly<Record<string, string>>
    readonly whole: AbortSignal
    readonly signal: AbortSignal
  },
) => Promise<IncomingMessage>

/**
 * The address that is connected to is what is judged, at every request anew: what a name means can change between two
 * lookups, so each connection uses only the addresses that its own lookup gave and that were found to be public.
 */
export function createAskPublicServer(network: RemoteNetwork, patience: ServerPatience): AskPublicServer {
  return async function askPublicServer(url, { headers, whole, signal }) {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) !== 0 && !network.mayConnect(host)) throw notPublic(url)
    return new Promise((resolve, reject) => {
      const asked = request(url, {
        agent: false,
        lookup: lookUpWithin(url),
        signal: AbortSignal.any([signal, whole]),
        timeout: patience.silentMs,
        ...(network.ca === undefined ? {} : { ca: network.ca }),
        headers,
      })
      const connecting = setTimeout(() => asked.destroy(tooSlow(url.hostname)), patience.connectMs)
      asked.on('socket', (socket) => {
        socket.once('connect', () => {
          if (!network.mayConnect(socket.remoteAddress ?? '')) asked.destroy(notPublic(url))
        })
        socket.once('secureConnect', () => clearTimeout(connecting))
      })
      asked.on('timeout', () => asked.destroy(tooSlow(url.hostname)))
      asked.on('error', (error) => {
        clearTimeout(connecting)
        reject(whole.aborted ? tooSlow(url.hostname) : signal.aborted ? error : problemOf(error, url.hostname))
      })
      asked.on('response', resolve)
      asked.end()
    })
  }

  function lookUpWithin(url: URL): LookupFunction {
    return (hostname, options, callback) => {
      lookUp(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
        const [first] = addresses ?? []
        if (error !== null || first === undefined) return callback(error ?? notPublic(url), '', 0)
        if (!addresses.every(({ address }) => network.mayConnect(address))) return callback(notPublic(url), '', 0)
        return options.all === true ? callback(null, addresses) : callback(null, first.address, first.family)
      })
    }
  }
}

function notPublic({ hostname }: URL): RemoteFileProblem {
  return new RemoteFileProblem(`${hostname} is not on the public internet.`, { mayPass: false })
}
