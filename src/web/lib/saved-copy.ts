import { api, ApiError, AUTH_TOKEN_KEY } from './api-client.ts'
import { browserStorage, type TextStorage } from './storage.ts'

/** A change goes to the server when nothing more has changed for this long. */
export const SAVE_AFTER_MS = 1000

/** Something of the visitor's that lives in local storage, with a copy on the server for other browsers. */
export interface FollowedThing<Body> {
  /** Where the browser notes the state of the copy it last had. */
  readonly noteKey: string
  /** GET and PUT here; PUT with /merge behind it brings two together. */
  readonly path: string
  /** As the server takes it; null while it is too large to be kept there. */
  readonly read: () => Body | null
  /** The same text for the same content, whatever its order. */
  readonly mark: (body: Body) => string
  /** Calls back on every change; gives how to stop. */
  readonly onChange: (listener: () => void) => () => void
  /** Brings the server's state into the browser; what changed here since `asked` stays. @throws when it cannot yet */
  readonly adopt: (saved: Body, asked: Body) => Promise<void>
}

interface Note {
  /** The sign-in during which it was written: each one begins with a merge. */
  readonly session: string
  /** The mark of the state in which both sides were the same. */
  readonly saved: string
}

/**
 * Keeps the server's copy in step while a customer is signed in (specification 2, section 6). The first time after
 * a sign-in both are merged; later the browser's own unsaved changes win, and without any the server's state is taken
 * over. Changes are saved a moment later, the last state wins. Failures are silent and mended by the next change or
 * visit: nobody who shops is disturbed.
 * @returns how to stop
 */
export function followCustomer<Body>(thing: FollowedThing<Body>, storage: TextStorage = browserStorage): () => void {
  const session = sessionMark(storage)
  let isStopped = false
  let isInStep = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let saving: Promise<void> | null = null

  const noteNow = (body: Body) => storage.setItem(thing.noteKey, JSON.stringify({ session, saved: thing.mark(body) }))

  async function begin(): Promise<void> {
    const mine = thing.read()
    if (mine === null) return
    const note = readNote(storage, thing.noteKey)
    try {
      if (note?.session !== session) {
        await take(await api<Body>(`${thing.path}/merge`, { method: 'PUT', body: mine }), mine)
      } else if (note.saved === thing.mark(mine)) {
        await take(await api<Body>(thing.path), mine)
      }
      isInStep = !isStopped
      if (isInStep) saveLater()
    } catch (error) {
      say(error)
    }
  }

  async function take(saved: Body, asked: Body): Promise<void> {
    if (isStopped) return
    await thing.adopt(saved, asked)
    if (!isStopped) noteNow(saved)
  }

  function saveLater(): void {
    if (!isInStep || isStopped) return
    clearTimeout(timer)
    timer = setTimeout(() => void save(), SAVE_AFTER_MS)
  }

  async function save(): Promise<void> {
    clearTimeout(timer)
    if (saving !== null) return saveLater()
    const mine = thing.read()
    // Another tab may have saved it already.
    if (mine === null || !isInStep || readNote(storage, thing.noteKey)?.saved === thing.mark(mine)) return
    saving = api(thing.path, { method: 'PUT', body: mine }).then(() => noteNow(mine), say)
    await saving
    saving = null
  }

  function say(error: unknown): void {
    if (error instanceof ApiError && error.status === 401) isStopped = true
    else console.warn(`${thing.path} is not in step with this browser`, error)
  }

  /** Whoever leaves within the second still has it on the other browser. */
  const leave = () => {
    if (document.visibilityState === 'hidden') void save()
  }

  const stopHearing = thing.onChange(saveLater)
  document.addEventListener('visibilitychange', leave)
  void begin()
  return () => {
    isStopped = true
    clearTimeout(timer)
    stopHearing()
    document.removeEventListener('visibilitychange', leave)
  }
}

/** The end of the token's signature tells one sign-in from another. */
function sessionMark(storage: TextStorage): string {
  return (storage.getItem(AUTH_TOKEN_KEY) ?? '').slice(-12)
}

function readNote(storage: TextStorage, key: string): Note | null {
  try {
    const note = JSON.parse(storage.getItem(key) ?? 'null') as Partial<Note> | null
    return typeof note?.session === 'string' && typeof note.saved === 'string'
      ? { session: note.session, saved: note.saved }
      : null
  } catch {
    return null
  }
}
