import { chmodSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { type Address, socketPlace } from './address.ts'
import type { Document } from './errors.ts'
import { frame, type Request, RequestReader } from './wire.ts'

/** A server that listens. */
export interface Listening {
  readonly address: Address
  close(): Promise<void>
}

/** What answers the commands that come in. */
export interface Answerer {
  /** The reply to a command as BSON bytes. */
  answer(read: () => Document, connection: object): Promise<Buffer>
  connectionClosed(connection: object): void
}

/** Listens where only this user can connect, and passes requests on. A malformed message closes its connection. */
export async function listen(engine: Answerer, dataDir: string): Promise<Listening> {
  const sockets = new Set<Socket>()
  const server = createServer({ noDelay: true }, (socket) => {
    const reader = new RequestReader()
    const answer = async ({ command, id, isLegacy, wantsReply }: Request): Promise<void> => {
      const body = await engine.answer(command, socket)
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
      engine.connectionClosed(socket)
    })
  })
  const { address, remove } = await findAddress(server, dataDir)
  return {
    address,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
      remove()
    },
  }
}

/**
 * Listens on a Unix socket with mode 0600, or where there is none on a free port of the loopback device, which every
 * user of the machine can reach.
 */
async function findAddress(server: Server, dataDir: string): Promise<{ address: Address; remove: () => void }> {
  const place = socketPlace(dataDir)
  if (place !== null) {
    const { path, remove } = place
    // What a killed process left; this process owns the folder, so nobody listens there.
    rmSync(path, { force: true })
    await start(server, { path })
    chmodSync(path, 0o600)
    return { address: { path }, remove }
  }
  const host = '127.0.0.1'
  await start(server, { host, port: 0 })
  return { address: { host, port: (server.address() as { port: number }).port }, remove: () => {} }
}

function start(server: Server, address: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(address, () => {
      server.off('error', reject)
      resolve()
    })
  })
}
