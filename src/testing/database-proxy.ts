import mongoose from 'mongoose'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

const { BSON } = mongoose.mongo

/** A TCP proxy to the database that can be interrupted and frozen. */
export interface DatabaseProxy {
  readonly uri: string
  interrupt(): void
  restore(): Promise<void>
  /** Connections stay open and are accepted, and nothing passes through any more. */
  freeze(): void
  thaw(): void
}

/** Opens a proxy to the database at `uri`, which one suite can interrupt without affecting others. */
export async function openDatabaseProxy(uri: string): Promise<DatabaseProxy> {
  const target = new URL(uri)
  /** Every socket, and the one that gets what it receives. */
  const sockets = new Map<Socket, Socket>()
  let isFrozen = false
  const server = createServer((near) => {
    const far = target.hostname.endsWith('.sock')
      ? connect(decodeURIComponent(target.hostname))
      : connect(Number(target.port), target.hostname)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.set(socket, other)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      if (!isFrozen) socket.pipe(other)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    // Without a direct connection the driver would ask the server for its address and bypass the proxy.
    uri: `mongodb://127.0.0.1:${port}${target.pathname}?directConnection=true`,
    interrupt() {
      server.close()
      for (const socket of sockets.keys()) socket.destroy()
    },
    async restore() {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    freeze() {
      isFrozen = true
      for (const [socket, other] of sockets) socket.unpipe(other)
    },
    thaw() {
      isFrozen = false
      for (const [socket, other] of sockets) socket.pipe(other)
    },
  }
}

const OP_REPLY = 1
const OP_QUERY = 2004
const OP_MSG = 2013

/** A server that answers the handshake like a MongoDB server without replication, and nothing else. */
export async function openStandalone(): Promise<{ readonly uri: string; close(): Promise<void> }> {
  const hello = {
    ok: 1,
    ismaster: true,
    isWritablePrimary: true,
    minWireVersion: 0,
    maxWireVersion: 21,
    maxBsonObjectSize: 16_777_216,
    maxMessageSizeBytes: 48_000_000,
    maxWriteBatchSize: 100_000,
    readOnly: false,
  }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let received = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk])
      while (received.length >= 16 && received.length >= received.readInt32LE(0)) {
        const request = received.subarray(0, received.readInt32LE(0))
        received = received.subarray(request.length)
        const document = Buffer.from(BSON.serialize(hello))
        const isOld = request.readInt32LE(12) === OP_QUERY
        const prefix = Buffer.alloc(isOld ? 20 : 5)
        if (isOld) prefix.writeInt32LE(1, 16)
        const header = Buffer.alloc(16)
        header.writeInt32LE(16 + prefix.length + document.length, 0)
        header.writeInt32LE(request.readInt32LE(4), 8)
        header.writeInt32LE(isOld ? OP_REPLY : OP_MSG, 12)
        socket.write(Buffer.concat([header, prefix, document]))
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    uri: `mongodb://127.0.0.1:${port}`,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
