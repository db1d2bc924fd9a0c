import { createServer, type Socket } from 'node:net'
import type { Dispatcher } from './dispatch.ts'
import { frame, type Request, RequestReader } from './wire.ts'

/** Listens on a free port of the loopback device and passes requests on. A malformed message closes its connection. */
export async function listen(dispatcher: Dispatcher): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>()
  const server = createServer({ noDelay: true }, (socket) => {
    const reader = new RequestReader()
    const answer = async ({ command, id, isLegacy, wantsReply }: Request): Promise<void> => {
      const body = await dispatcher.answer(command, socket)
      if (wantsReply && !socket.destroyed) socket.write(frame(body, id, isLegacy))
    }
    sockets.add(socket)
    socket.on('data', (chunk) => {
      try {
        for (const request of reader.read(chunk)) void answer(request)
      } catch {
        socket.destroy()
      }
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      sockets.delete(socket)
      dispatcher.sessions.connectionClosed(socket)
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    port: (server.address() as { port: number }).port,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
