/** One event of a stream. */
export interface ReceivedEvent {
  readonly event: string
  readonly data: unknown
}

export interface EventSourceConnection {
  readonly status: number
  readonly headers: Headers
  readonly heard: readonly ReceivedEvent[]
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>
  stop(): void
}

/** Listens to server-sent events like a browser, but without reconnecting. */
export async function listenTo(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<EventSourceConnection> {
  const abort = new AbortController()
  const response = await fetch(url, { signal: abort.signal, headers: { accept: 'text/event-stream', ...headers } })
  const heard: ReceivedEvent[] = []

  function parseEvent(block: string): void {
    const event = /^event: (.*)$/m.exec(block)?.[1]
    const data = /^data: (.*)$/m.exec(block)?.[1]
    if (event !== undefined && data !== undefined) heard.push({ event, data: JSON.parse(data) })
  }

  async function read(): Promise<void> {
    let unread = ''
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) {
      unread += decoder.decode(chunk, { stream: true })
      for (let end = unread.indexOf('\n\n'); end >= 0; end = unread.indexOf('\n\n')) {
        parseEvent(unread.slice(0, end))
        unread = unread.slice(end + 2)
      }
    }
  }

  return {
    status: response.status,
    headers: response.headers,
    heard,
    ended: read().catch(() => {}),
    stop: () => abort.abort(),
  }
}
