/** One event of a stream. */
export interface HeardEvent {
  readonly event: string
  readonly data: unknown
}

export interface Listening {
  readonly status: number
  readonly headers: Headers
  readonly heard: readonly HeardEvent[]
  /** Resolves when the server ended the stream. */
  readonly ended: Promise<void>
  stop(): void
}

/** Listens to server-sent events as a browser does, without coming back by itself. */
export async function listenTo(url: string): Promise<Listening> {
  const leaving = new AbortController()
  const answer = await fetch(url, { signal: leaving.signal, headers: { accept: 'text/event-stream' } })
  const heard: HeardEvent[] = []

  function take(block: string): void {
    const event = /^event: (.*)$/m.exec(block)?.[1]
    const data = /^data: (.*)$/m.exec(block)?.[1]
    if (event !== undefined && data !== undefined) heard.push({ event, data: JSON.parse(data) })
  }

  async function read(): Promise<void> {
    let unread = ''
    const decoder = new TextDecoder()
    for await (const chunk of answer.body ?? []) {
      unread += decoder.decode(chunk, { stream: true })
      for (let end = unread.indexOf('\n\n'); end >= 0; end = unread.indexOf('\n\n')) {
        take(unread.slice(0, end))
        unread = unread.slice(end + 2)
      }
    }
  }

  return {
    status: answer.status,
    headers: answer.headers,
    heard,
    ended: read().catch(() => {}),
    stop: () => leaving.abort(),
  }
}
