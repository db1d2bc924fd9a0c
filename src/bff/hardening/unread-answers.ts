import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { MINUTE_MS } from '#platform/time/durations'

export interface UnreadLimits {
  /** A caller must take the next piece of an answer within this time. */
  readonly silentMs: number
  /** What may wait for all callers of the process together, in bytes. Beyond it … */
  readonly maxBytes: number
  /** … those are cut off who have taken no piece for so long, the longest first. */
  readonly patienceMs: number
  readonly lookEveryMs: number
}

/** A large page without compression is one piece of a megabyte, which a weak mobile connection takes in three minutes. */
export const UNREAD_LIMITS: UnreadLimits = {
  silentMs: 5 * MINUTE_MS,
  maxBytes: 64 * 1024 * 1024,
  patienceMs: 10_000,
  lookEveryMs: 1000,
}

/** How many bytes a connection had been given when something began to wait for its caller, and when that was. */
interface Wait {
  readonly givenBytes: number
  readonly since: number
}

/** What of an answer is kept beside its connection until the caller has taken what comes before it, in bytes. */
const heldBack = new WeakMap<Socket, number>()

/** Notes how much more is kept for a caller than has been given to the connection. */
export function noteHeldBack(socket: Socket, bytes: number): void {
  heldBack.set(socket, bytes)
}

/** What is kept in memory for a caller. */
function keptFor(socket: Socket): number {
  return socket.writableLength + (heldBack.get(socket) ?? 0)
}

/**
 * Closes connections whose callers do not read what they asked for. Node keeps such an answer for as long as the other
 * side keeps the connection open, and a caller who asks for long lists and reads none of them would take the memory of
 * the process with some hundred small requests.
 */
export function closeUnreadConnections(app: FastifyInstance, limits: UnreadLimits = UNREAD_LIMITS): void {
  const sockets = new Set<Socket>()
  const waits = new WeakMap<Socket, Wait>()
  let timer: NodeJS.Timeout | null = null

  /** How long a caller has taken nothing; null when nothing waits for them. */
  function waitOf(socket: Socket, now: number): number | null {
    const { writableLength, bytesWritten: givenBytes } = socket
    const known = waits.get(socket)
    if (writableLength > 0 && known?.givenBytes === givenBytes) return now - known.since
    if (writableLength > 0) waits.set(socket, { givenBytes, since: now })
    else waits.delete(socket)
    return writableLength > 0 ? 0 : null
  }

  function look(): void {
    const now = performance.now()
    const waiting: { readonly socket: Socket; readonly ms: number }[] = []
    let bytes = 0
    for (const socket of sockets) {
      const ms = waitOf(socket, now)
      if (ms === null) continue
      waiting.push({ socket, ms })
      bytes += keptFor(socket)
    }
    for (const { socket, ms } of waiting.sort((a, b) => b.ms - a.ms)) {
      if (ms < limits.silentMs && (bytes <= limits.maxBytes || ms < limits.patienceMs)) return
      bytes -= keptFor(socket)
      socket.destroy()
    }
  }

  function forget(socket: Socket): void {
    sockets.delete(socket)
    if (sockets.size > 0 || timer === null) return
    clearInterval(timer)
    timer = null
  }

  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => forget(socket))
    timer ??= setInterval(look, limits.lookEveryMs).unref()
  })
}
