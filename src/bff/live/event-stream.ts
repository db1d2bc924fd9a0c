import { PassThrough, type Readable } from 'node:stream'

/** A reader that is so far behind is cut off; it comes back and gets the whole state. */
const MOST_UNREAD_BYTES = 4 * 1024 * 1024

/** How soon a browser connects again after the connection was lost. */
const RETRY_MS = 3000

/** One open answer of server-sent events. */
export interface EventStream {
  /** For `reply.send`. */
  readonly readable: Readable
  send(event: string, data: unknown): void
  /** A line that nobody reads, so that proxies and dead connections are noticed. */
  beat(): void
  end(): void
  /** Calls back once when the stream is over, whichever side ended it. */
  onEnd(action: () => void): void
}

/** What goes out with every such answer; `x-accel-buffering` keeps proxies from holding events back. */
export const EVENT_STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
} as const

export function openEventStream(): EventStream {
  const stream = new PassThrough()
  // A reader that disconnects is not an error.
  stream.on('error', () => {})

  function write(text: string): void {
    if (stream.destroyed || stream.writableEnded) return
    stream.write(text)
    if (stream.writableLength > MOST_UNREAD_BYTES) stream.destroy()
  }

  write(`retry: ${RETRY_MS}\n\n`)
  return {
    readable: stream,
    send: (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    beat: () => write(': still here\n\n'),
    end: () => void stream.end(),
    onEnd: (action) => void stream.once('close', action),
  }
}
