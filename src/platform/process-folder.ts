import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'

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

const MOST_FOLDERS = 32

/**
 * Takes the first of the folders `base/1`, `base/2` … that no running process has, so that processes with one data folder
 * never write the same files, and a process that starts again finds the files of the one before it. A file in the folder
 * names its owner. An owner on another machine is believed to run: its folder becomes free when it is released.
 * @returns null when all folders are taken
 * @throws what the file system throws, for example when it is read-only
 */
export function takeProcessFolder(base: string): ProcessFolder | null {
  for (let number = 1; number <= MOST_FOLDERS; number++) {
    const path = join(base, String(number))
    mkdirSync(path, { recursive: true, mode: 0o700 })
    const id = take(join(path, 'owner.json'))
    if (id !== null) return { path, release: () => release(join(path, 'owner.json'), id) }
  }
  return null
}

/** @returns the id of the taking; null when a running process has the folder */
function take(file: string): string | null {
  const owner: Owner = { host: hostname(), pid: process.pid, startTime: startTimeOf(process.pid), id: randomUUID() }
  const draft = `${file}.${owner.id}`
  writeFileSync(draft, JSON.stringify(owner), { mode: 0o600 })
  try {
    for (;;) {
      if (link(draft, file)) return owner.id
      const former = read(file)
      if (former !== null && isRunning(former)) return null
      removeStale(file, former, `${draft}.stale`)
    }
  } finally {
    rmSync(draft, { force: true })
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

function isRunning({ host, pid, startTime }: Owner): boolean {
  if (host !== hostname()) return true
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
