import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { RemoteNetwork } from '#platform/remote-file/ask-public-server'
import { makeCertificate } from './certificate.ts'

export type Answer = (request: IncomingMessage, response: ServerResponse) => void

export interface HttpsServer {
  /** https://localhost:… */
  readonly url: string
  /** The network in which this server and nothing else is trusted. */
  readonly network: RemoteNetwork
  /** The requests so far. */
  readonly requests: readonly IncomingMessage[]
  /** Answers from now on. */
  answer(next: Answer): void
  stop(): Promise<void>
}

/**
 * Starts an HTTPS server on this machine, with a certificate of its own.
 * @param certificate of it; that of "localhost" unless it is shared with another server or is wrong on purpose
 */
export async function startHttpsServer(certificate = makeCertificate('localhost')): Promise<HttpsServer> {
  const requests: IncomingMessage[] = []
  let answer: Answer = (_request, response) => response.end()
  const server = createServer(certificate, (request, response) => {
    requests.push(request)
    answer(request, response)
  }).listen(0, 'localhost')
  await once(server, 'listening')
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    network: { mayConnect: () => true, ca: certificate.cert },
    requests,
    answer(next) {
      answer = next
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
