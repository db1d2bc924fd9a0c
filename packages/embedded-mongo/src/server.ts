import { createServer, type Server, type Socket } from 'node:net'
import type { Dispatcher } from './dispatch.ts'
import { code, CommandError } from './errors.ts'
import { encode } from './bson-bytes.ts'
import { frame, type Request, RequestReader } from './wire.ts'

/** Listens on loopback and answers requests; a driver sends the next one over a connection when it has the answer. */
export class WireServer {
  readonly #dispatcher: Dispatcher
  readonly #server: Server
  readonly #sockets = new Set<Socket>()

  constructor(dispatcher: Dispatcher) {
    this.#dispatcher = dispatcher
    this.#server = createServer({ noDelay: true }, (socket) => this.#accept(socket))
  }

  /** Resolves with the port. */
  listen(port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(port, '127.0.0.1', () => resolve((this.#server.address() as { port: number }).port))
    })
  }

  #accept(socket: Socket): void {
    this.#sockets.add(socket)
    const reader = new RequestReader()
    socket.on('data', (chunk) => {
      try {
        for (const request of reader.read(chunk)) void this.#answer(request, socket)
      } catch {
        socket.destroy()
      }
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      this.#sockets.delete(socket)
      this.#dispatcher.sessions.connectionClosed(socket)
    })
  }

  async #answer(request: Request, socket: Socket): Promise<void> {
    let body: Buffer
    try {
      body = await this.#dispatcher.answer(request.command(), socket)
    } catch (error) {
      body = encode(
        (error instanceof CommandError ? error : new CommandError(code.internalError, String(error))).reply(),
      )
    }
    if (request.wantsReply && !socket.destroyed) socket.write(frame(body, request.id, request.legacy))
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()))
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }
}
