import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { HOUR_MS } from '../time/durations.ts'
import { makeFolder } from './make-folder.ts'

/** A folder that belongs to this process alone until it is released or the process ends. */
export interface ProcessFolder {
  readonly path: string
  release(): void
}

/** The process that has a folder. */
interface Owner {
  readonly host: string
  readonly pid: number
  /** When the process started; null where the system does not say. It tells processes apart that had the same number. */
  readonly startTime: string | null
  /** One taking of the folder. */
  readonly id: string
}

const MAX_FOLDERS = 32
const TOUCHED_EVERY_MS = 60_000
/** An owner on another machine that has not touched its file for so long is gone. */
const GONE_AFTER_MS = HOUR_MS

/**
 * Takes the first of the folders `base/1`, `base/2` … that no running process has, so that processes with one data folder
 * never write the same files, and a process that starts again finds the files of the one before it. A file in the folder
 * names its owner, who touches it every minute. Of an owner on another machine that is all that is known: a container
 * that was killed and made anew is another machine, and its folder becomes free after an hour.
 *
 * The built-in database has such a file, too (`packages/embedded-mongo/src/owner.ts`). It is written and replaced alike,
 * and asks its owner at an address instead of reading how long it was untouched. The code is not shared, because that
 * package knows nothing of the shop, and a shop with a database of its own does not load it.
 * @returns null when all folders are taken
 * @throws what the file system throws, for example when it is read-only
 */
export function takeProcessFolder(base: string): ProcessFolder | null {
  for (let number = 1; number <= MAX_FOLDERS; number++) {
    const path = join(base, String(number))
    makeFolder(path)
    const file = join(path, 'owner.json')
    const id = take(file)
    if (id === null) continue
    const touching = setInterval(() => touch(file, id), TOUCHED_EVERY_MS).unref()
    return {
      path,
      release() {
        clearInterval(touching)
        release(file, id)
      },
    }
  }
  return null
}

/** @returns the id of the taking; null when a running process has the folder */
function take(file: string): string | null {
  const owner: Owner = { host: hostname(), pid: process.pid, startTime: startTimeOf(process.pid), id: randomUUID() }
  const draft = `${file}.${owner.id}`
  try {
    // A full disk takes the name and not what is in it.
    writeFileSync(draft, JSON.stringify(owner), { mode: 0o600 })
    for (;;) {
      if (link(draft, file)) return owner.id
      const former = read(file)
      if (former !== null && isRunning(former, () => untouchedMs(file, draft))) return null
      removeStale(file, former, `${draft}.stale`)
    }
  } finally {
    rmSync(draft, { force: true })
  }
}

/** How long nobody has touched a file, when another one was written just now. */
function untouchedMs(file: string, justWritten: string): number {
  try {
    return statSync(justWritten).mtimeMs - statSync(file).mtimeMs
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 0
    throw error
  }
}

function touch(file: string, id: string): void {
  try {
    const now = new Date()
    if (read(file)?.id === id) utimesSync(file, now, now)
  } catch {
    // A process that cannot write here any more has lost the folder in an hour.
  }
}

function release(file: string, id: string): void {
  if (read(file)?.id === id) rmSync(file, { force: true })
}

/** Moves the file of a process that is gone away. When another process was quicker, its new file is put back. */
function removeStale(file: string, former: Owner | null, aside: string): void {
  try {
    renameSync(file, aside)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw error
  }
  if (read(aside)?.id !== former?.id) link(aside, file)
  rmSync(aside, { force: true })
}

/** Whether the second name was free. */
function link(existing: string, name: string): boolean {
  try {
    linkSync(existing, name)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** Null when there is no such file, or when it is no owner's. */
function read(file: string): Owner | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Owner
  } catch {
    return null
  }
}

function isRunning({ host, pid, startTime }: Owner, untouched: () => number): boolean {
  if (host !== hostname()) return untouched() < GONE_AFTER_MS
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (codeOf(error) !== 'EPERM') return false
  }
  return startTimeOf(pid) === startTime
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code
}

/** In clock ticks since the system started; null on systems without /proc. */
function startTimeOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program's name is in parentheses and may contain spaces; the time is the 20th field after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}
