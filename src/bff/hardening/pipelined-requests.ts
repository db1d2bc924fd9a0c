import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Requests that a connection may send ahead of its answers. Browsers and proxies send none. */
export const MAX_AHEAD = 100

/**
 * Begins a request that was sent before the one ahead of it is answered in its turn, and lets other connections have
 * theirs between the two. Node hands over all requests that one packet brings at once, more than a thousand of them,
 * which held up everybody else for half a second. A connection that sends more than `MAX_AHEAD` ahead is closed.
 *
 * A request alone on its connection is handed on as it is. Call it before anything else listens to requests.
 */
export function beginInTurn({ server }: FastifyInstance): void {
  const [begin] = server.listeners('request') as [RequestListener]
  const ahead = new WeakMap<Socket, number>()
  server.removeListener('request', begin)
  server.on('request', (request, response) => {
    // A response has its socket from the start, unless another one has to end on it first.
    if (response.socket !== null) return begin(request, response)
    const { socket } = request
    const waiting = (ahead.get(socket) ?? 0) + 1
    if (waiting > MAX_AHEAD) return void socket.destroy()
    ahead.set(socket, waiting)
    response.once('socket', () => {
      ahead.set(socket, (ahead.get(socket) ?? 1) - 1)
      setImmediate(begin, request, response)
    })
  })
}
