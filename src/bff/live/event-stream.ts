import { PassThrough, type Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A client with more unread bytes is disconnected. It connects again and gets the whole state. */
const MAX_UNREAD_BYTES = 4 * 1024 * 1024

/** One open response of server-sent events. */
export interface EventStream {
  /** For `sendEventStream`. */
  readonly readable: Readable
  /** @param event what `encodeEvent` made; streams may share it */
  send(event: Uint8Array): void
  /** Sends a comment line, so that proxies keep the connection open and dead connections are noticed. */
  sendHeartbeat(): void
  end(): void
  /** Runs the action once when either side has ended the stream. */
  onEnd(action: () => void): void
}

/** `x-accel-buffering` keeps proxies from buffering events. */
const EVENT_STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
} as const

/** @param json the data of the event */
export function encodeEvent(name: string, json: string): Uint8Array {
  return Buffer.from(`event: ${name}\ndata: ${json}\n\n`)
}

/** @param retryMs how soon a browser connects again after it lost the connection */
export function openEventStream(retryMs = 3000): EventStream {
  const stream = new PassThrough()
  // A client that disconnects is not an error.
  stream.on('error', () => {})

  function write(piece: string | Uint8Array): void {
    if (stream.destroyed || stream.writableEnded) return
    stream.write(piece)
    if (stream.writableLength > MAX_UNREAD_BYTES) stream.destroy()
  }

  write(`retry: ${retryMs}\n\n`)
  return {
    readable: stream,
    send: write,
    sendHeartbeat: () => write(': still here\n\n'),
    end: () => void stream.end(),
    onEnd: (action) => void stream.once('close', action),
  }
}

/**
 * Answers with a stream, which is opened only where somebody reads it: one for a question for its headers alone, or behind
 * an answer that could not wait for it (`answer-deadline.ts`), would end with no connection.
 * @throws what `open` throws
 */
export function sendEventStream(request: FastifyRequest, reply: FastifyReply, open: () => EventStream): FastifyReply {
  if (reply.sent) return reply
  const body = request.method === 'HEAD' ? undefined : open().readable
  return reply.headers(EVENT_STREAM_HEADERS).send(body)
}
