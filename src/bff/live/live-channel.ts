import { setImmediate } from 'node:timers/promises'
import type { Logger } from '#platform/log/logger'
import { ShopIsBusy, ShopIsClosing } from '#platform/errors/not-now'
import { createPlaces } from '#platform/concurrency/places'
import { encodeEvent, openEventStream, type EventStream } from './event-stream.ts'

const HEARTBEAT_MS = 15_000
const MAX_STREAMS = 5000
/** Topics that are read or checked at a time, and pages that are written to, before others are answered. */
const AT_ONCE = 20

/** One server-sent event for the pages of a topic. */
export interface Update {
  readonly event: string
  /** Reads the data of the event, as JSON, just before it is sent. */
  readonly read: () => Promise<string>
}

/** The open pages that watch topics of one kind, such as a customer's orders or the progress of an import. */
export interface LiveChannel {
  /**
   * Opens a stream whose first event is `first`.
   * @param sessionId the session that may read it; the stream ends with it
   * @throws ShopIsBusy when too many streams are open in this process
   * @throws ShopIsClosing
   */
  open(topic: string, sessionId: string, first: Update): EventStream
  /** Sends an update to every open page of a topic, unless one with the same key is already waiting to be sent. */
  notify(topic: string, key: string, update: Update): void
  /** The same for every topic, a few at a time. */
  notifyAll(key: string, updateOf: (topic: string) => Update): void
  /** Ends the streams whose session is over, without waiting for the next update or heartbeat. */
  endClosed(): Promise<void>
  /** The number of open pages of a topic. */
  countOf(topic: string): number
  /** Ends every stream, so that the process can end. */
  close(): void
}

interface Watcher {
  readonly sessionId: string
  readonly stream: EventStream
  /** Whether the first event was sent; updates are only sent after it. */
  isReady: boolean
}

/** The open pages of one topic and the updates that wait to be sent to them, one after another. */
interface Audience {
  readonly watchers: Set<Watcher>
  readonly waiting: Set<string>
  queue: Promise<void>
  /** By the process's own time, in ms: no update before. A page's first event waits only behind an update that waits already. */
  quietUntil: number
}

/**
 * Server-sent events by topic. A stream ends with its session, which is checked before every update and at every
 * heartbeat. It also ends when an update cannot be read; the browser then connects again and gets the whole state.
 * @param deps.retryMs how soon a browser connects again after it lost the connection (default 3000)
 * @param deps.pauseMs the minimum time between two updates of a topic; updates with one key in that time become one
 */
export function createLiveChannel(deps: {
  readonly name: string
  readonly isSessionOpen: (sessionId: string, topic: string) => Promise<boolean>
  readonly logger: Logger
  readonly pauseMs?: number
  readonly heartbeatMs?: number
  readonly retryMs?: number
}): LiveChannel {
  const { name, isSessionOpen, logger, pauseMs = 0, heartbeatMs = HEARTBEAT_MS, retryMs } = deps
  const audiences = new Map<string, Audience>()
  const places = createPlaces(AT_ONCE)
  let count = 0
  let isClosed = false
  let isBeating = false

  async function endStreamsWithoutSession(topic: string, { watchers }: Audience): Promise<void> {
    for (const sessionId of new Set([...watchers].map((watcher) => watcher.sessionId))) {
      if (await isSessionOpen(sessionId, topic)) continue
      for (const watcher of watchers) if (watcher.sessionId === sessionId) watcher.stream.end()
    }
  }

  async function send(topic: string, audience: Audience, recipients: () => Watcher[], update: Update): Promise<void> {
    if (recipients().length === 0) return
    try {
      // After sign-out, a page must not get another update.
      await endStreamsWithoutSession(topic, audience)
      const event = encodeEvent(update.event, await update.read())
      await writeBetweenRequests(recipients(), (watcher) => {
        watcher.stream.send(event)
        watcher.isReady = true
      })
    } catch (error) {
      logger.warn({ err: error, channel: name }, 'an update for open pages was not read; their streams end')
      for (const { stream } of recipients()) stream.end()
    }
    audience.quietUntil = performance.now() + pauseMs
  }

  function enqueue(topic: string, key: string, update: Update, run = (work: () => Promise<void>) => work()): void {
    const audience = audiences.get(topic)
    if (audience === undefined || audience.waiting.has(key)) return
    audience.waiting.add(key)
    const readyWatchers = () => [...audience.watchers].filter(({ isReady }) => isReady)
    audience.queue = audience.queue.then(async () => {
      const quietMs = audience.quietUntil - performance.now()
      if (quietMs > 0) await pause(quietMs)
      await run(() => {
        audience.waiting.delete(key)
        return send(topic, audience, readyWatchers, update)
      })
    })
  }

  async function beat(): Promise<void> {
    const watchers = [...audiences.values()].flatMap((audience) => [...audience.watchers])
    await writeBetweenRequests(watchers, ({ stream }) => stream.sendHeartbeat())
    // Where sessions are looked up slowly, the pages are still kept open.
    if (isBeating) return
    isBeating = true
    const checks = [...audiences].map(([topic, audience]) =>
      places.run(() => endStreamsWithoutSession(topic, audience)),
    )
    const reasons = (await Promise.allSettled(checks)).flatMap((check) =>
      check.status === 'rejected' ? [check.reason as unknown] : [],
    )
    // One line says it for thousands of streams.
    if (reasons.length > 0)
      logger.warn(
        { err: reasons[0], channel: name, topics: reasons.length },
        'the sessions of open streams were not checked',
      )
    isBeating = false
  }

  const heartbeat = setInterval(() => void beat(), heartbeatMs)
  heartbeat.unref()

  return {
    open(topic, sessionId, first) {
      if (isClosed) throw new ShopIsClosing()
      if (count >= MAX_STREAMS) throw new ShopIsBusy(new Error(`${MAX_STREAMS} streams are open`))
      const audience = audiences.get(topic) ?? newAudience()
      const watcher: Watcher = { sessionId, stream: openEventStream(retryMs), isReady: false }
      audiences.set(topic, audience)
      audience.watchers.add(watcher)
      count += 1
      watcher.stream.onEnd(() => {
        count -= 1
        audience.watchers.delete(watcher)
        if (audience.watchers.size === 0 && audiences.get(topic) === audience) audiences.delete(topic)
      })
      const onlyThisWatcher = () => (audience.watchers.has(watcher) ? [watcher] : [])
      audience.queue = audience.queue.then(() => send(topic, audience, onlyThisWatcher, first))
      return watcher.stream
    },
    notify: (topic, key, update) => enqueue(topic, key, update),
    notifyAll(key, updateOf) {
      for (const topic of audiences.keys()) enqueue(topic, key, updateOf(topic), places.run)
    },
    async endClosed() {
      for (const [topic, audience] of audiences) await endStreamsWithoutSession(topic, audience)
    },
    countOf: (topic) => audiences.get(topic)?.watchers.size ?? 0,
    close() {
      isClosed = true
      clearInterval(heartbeat)
      for (const { watchers } of audiences.values()) for (const { stream } of watchers) stream.end()
    },
  }
}

const newAudience = (): Audience => ({
  watchers: new Set(),
  waiting: new Set(),
  queue: Promise.resolve(),
  quietUntil: 0,
})

/** Lets others be answered after every few pages. */
async function writeBetweenRequests(watchers: readonly Watcher[], write: (watcher: Watcher) => void): Promise<void> {
  for (let at = 0; at < watchers.length; at += AT_ONCE) {
    if (at > 0) await setImmediate()
    watchers.slice(at, at + AT_ONCE).forEach(write)
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}
