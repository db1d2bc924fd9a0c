import { useEffect, useEffectEvent } from 'react'
import { STAFF_SESSION_PATH } from '#contracts/api-paths'
import type { ChangedKind, ChangedThing } from '#contracts/changes'
import { api } from './api-client.ts'
import { reconnectDelayMs, watchWhileVisible } from './watch-while-visible.ts'

/** What changed; null when changes may have been missed: then anything may have. */
type Changes = readonly ChangedThing[] | null
type Listener = (changes: Changes) => void

/** All screens of the back office that are open in this tab share one stream. */
const listeners = new Set<Listener>()
let stop: (() => void) | null = null
let isPaused = false

function openOrClose(): void {
  if (listeners.size > 0 && !isPaused) stop ??= watchWhileVisible(watchChanges)
  else {
    stop?.()
    stop = null
  }
}

function listen(listener: Listener): () => void {
  listeners.add(listener)
  openOrClose()
  return () => {
    listeners.delete(listener)
    openOrClose()
  }
}

/**
 * Closes the stream while nobody is signed in but the page stays as it is.
 * @returns a function that opens it again; the page reads then what it has missed
 */
export function pauseStaffChanges(): () => void {
  isPaused = true
  openOrClose()
  return () => {
    isPaused = false
    openOrClose()
  }
}

function notify(changes: Changes): void {
  for (const listener of listeners) listener(changes)
}

/** The server ends a stream with its session: a refused call of staff has the gate shut, whatever else went wrong has not. */
function askWhetherSignedIn(): void {
  api(STAFF_SESSION_PATH).catch(() => {})
}

/** Opens the stream, and again when it was refused; a lost connection is opened again by the browser. */
function watchChanges(): () => void {
  let stream: EventSource | null = null
  let again: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let isOpen = false

  function open(): void {
    stream = new EventSource('/api/admin/changes')
    stream.addEventListener('start', () => {
      failures = 0
      isOpen = true
      notify(null)
    })
    stream.addEventListener('changes', (event: MessageEvent<string>) =>
      notify(JSON.parse(event.data) as ChangedThing[]),
    )
    stream.addEventListener('error', () => {
      if (isOpen) askWhetherSignedIn()
      isOpen = false
      if (stream?.readyState !== EventSource.CLOSED) return
      failures += 1
      again = setTimeout(open, reconnectDelayMs(failures))
    })
  }

  open()
  return () => {
    clearTimeout(again)
    stream?.close()
  }
}

interface StaffChangesOptions {
  /** The shortest time between two calls, in ms: much may change at once. */
  readonly pauseMs?: number
  /** Only this thing of the kinds is meant; absent: every one. */
  readonly id?: string
}

/**
 * Calls back when others, customers or the shop's jobs changed something of these kinds, and when such changes may have
 * been missed. A page that shows such things reads them again then.
 * @param kinds a constant list
 */
export function useStaffChanges(
  kinds: readonly ChangedKind[],
  onChange: () => unknown,
  { pauseMs = 500, id }: StaffChangesOptions = {},
): void {
  const changed = useEffectEvent(onChange)
  const names = kinds.join(' ')
  useEffect(() => {
    const isMeant = (thing: ChangedThing) =>
      names.split(' ').includes(thing.kind) && (id === undefined || thing.id === null || thing.id === id)
    let resting: ReturnType<typeof setTimeout> | undefined
    let isDue = false
    const call = () => {
      isDue = false
      resting = setTimeout(() => {
        resting = undefined
        if (isDue) call()
      }, pauseMs)
      changed()
    }
    const silence = listen((changes) => {
      if (changes !== null && !changes.some(isMeant)) return
      if (resting === undefined) call()
      else isDue = true
    })
    return () => {
      silence()
      clearTimeout(resting)
    }
  }, [names, id, pauseMs])
}
