import mongoose from 'mongoose'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { Transform, type Writable } from 'node:stream'
import { freePort } from './free-port.ts'

const { BSON } = mongoose.mongo

/** A TCP proxy that can be interrupted, frozen and made slow. */
interface Proxy {
  readonly port: number
  interrupt(): void
  restore(): Promise<void>
  /** Connections stay open and are accepted, and nothing passes through any more. */
  freeze(): void
  thaw(): void
  /** Nothing passes through what is open now any more, though it stays open; new connections work. */
  strand(): void
  /** From now on all that the server sends arrives so many ms later; 0 also lets through what is on its way. */
  delay(ms: number): void
  /** Resets every connection on which more than so many bytes come from the client; null: no more. */
  resetBeyond(bytes: number | null): void
  /** From now on what clients send is answered by this, and reaches nobody; null: no more. */
  divert(answer: ((sent: Buffer) => string) | null): void
}

/** A proxy to the database. */
export interface DatabaseProxy extends Omit<Proxy, 'port' | 'divert'> {
  readonly uri: string
}

/** A proxy to Redis. */
export interface RedisProxy extends Omit<Proxy, 'port' | 'divert'> {
  readonly url: string
  /** From now on new connections lead to another Redis. */
  lead(url: string): void
  /** From now on every command is answered with this error, such as "LOADING …", and reaches nobody; null: no more. */
  refuse(error: string | null): void
}

/** Opens a proxy to the database at `uri`, which one suite can interrupt without affecting others. */
export async function openDatabaseProxy(uri: string): Promise<DatabaseProxy> {
  const target = new URL(uri)
  const proxy = await openProxy(() =>
    target.hostname.endsWith('.sock')
      ? connect(decodeURIComponent(target.hostname))
      : connect(Number(target.port), target.hostname),
  )
  // Without a direct connection the driver would ask the server for its address and bypass the proxy.
  return { ...proxy, uri: `mongodb://127.0.0.1:${proxy.port}${target.pathname}?directConnection=true` }
}

/** The same for the Redis at `url`. */
export async function openRedisProxy(url: string): Promise<RedisProxy> {
  let target = new URL(url)
  const proxy = await openProxy(() => connect(Number(target.port), target.hostname))
  return {
    ...proxy,
    url: `redis://127.0.0.1:${proxy.port}`,
    lead(other) {
      target = new URL(other)
    },
    refuse: (error) =>
      proxy.divert(error === null ? null : (sent) => `-${error}\r\n`.repeat(countCommands(sent.toString('latin1')))),
  }
}

/** How many commands of Redis's protocol this is: arrays of texts with their lengths. */
function countCommands(sent: string): number {
  let count = 0
  for (let at = 0; sent[at] === '*'; count += 1) {
    let parts = Number.parseInt(sent.slice(at + 1), 10)
    at = sent.indexOf('\n', at) + 1
    for (; parts > 0; parts -= 1)
      at = sent.indexOf('\n', at) + 1 + Number.parseInt(sent.slice(at + 1), 10) + '\r\n'.length
  }
  return count
}

async function openProxy(connectToTarget: () => Socket): Promise<Proxy> {
  /** Every socket, and the one that gets what it receives. */
  const sockets = new Map<Socket, Writable>()
  let isFrozen = false
  let delayMs = 0
  let mostBytes: number | null = null
  let answerTo: ((sent: Buffer) => string) | null = null
  /** What is on its way, in the order of its arrival. */
  const late = new Set<() => void>()

  /** Passes on what it gets, later by as much as the proxy is told to. */
  function createLine(): Transform {
    return new Transform({
      transform(chunk: Buffer, _encoding, done) {
        if (delayMs === 0) return done(null, chunk)
        const arrive = () => {
          clearTimeout(timer)
          late.delete(arrive)
          done(null, chunk)
        }
        const timer = setTimeout(arrive, delayMs)
        late.add(arrive)
      },
    })
  }

  const server = createServer((near) => {
    const far = connectToTarget()
    const answers = createLine()
    answers.pipe(near)
    let bytes = 0
    const questions = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes = mostBytes === null ? 0 : bytes + chunk.length
        if (mostBytes !== null && bytes > mostBytes) near.resetAndDestroy()
        if (answerTo === null) return done(null, chunk)
        answers.write(answerTo(chunk))
        done()
      },
    })
    questions.pipe(far)
    for (const [socket, to, other] of [
      [near, questions, far],
      [far, answers, near],
    ] as const) {
      sockets.set(socket, to)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      if (!isFrozen) socket.pipe(to)
    }
  })
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port,
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
      for (const [socket, to] of sockets) socket.unpipe(to)
    },
    thaw() {
      isFrozen = false
      for (const [socket, to] of sockets) socket.pipe(to)
    },
    strand() {
      for (const [socket, to] of sockets) socket.unpipe(to)
    },
    delay(ms) {
      delayMs = ms
      if (ms === 0) for (const arrive of late) arrive()
    },
    resetBeyond(bytes) {
      mostBytes = bytes
    },
    divert(answer) {
      answerTo = answer
    },
  }
}

const OP_REPLY = 1
const OP_QUERY = 2004
const OP_MSG = 2013

/** What a server answers to the command of this name; null: nothing, ever. */
type AnswerCommand = (command: string, socket: Socket) => object | null

/**
 * A server that answers the handshake like a MongoDB server without replication, and everything else as well.
 * @param set answers as the primary of a replica set, and whatever comes after the handshake with an error of this code, or
 * in its own way
 */
export async function openStandalone(
  set: { readonly code: number } | { readonly answer: AnswerCommand } | null = null,
): Promise<{ readonly uri: string; close(): Promise<void> }> {
  const refuse: AnswerCommand = () => (set === null ? hello : { ok: 0, ...set, errmsg: 'words of the server' })
  const answer = set !== null && 'answer' in set ? set.answer : refuse
  const hello = {
    ok: 1,
    ...(set && { setName: 'rs0' }),
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
        const isOld = request.readInt32LE(12) === OP_QUERY
        // Rows may follow the command's own document.
        const own = isOld ? null : request.subarray(21, 21 + request.readInt32LE(21))
        const [command = ''] = own === null ? ['hello'] : Object.keys(BSON.deserialize(own))
        const isHandshake = command === 'hello' || command === 'ismaster'
        const answered = isHandshake ? hello : answer(command, socket)
        if (answered === null) continue
        const document = Buffer.from(BSON.serialize(answered))
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
