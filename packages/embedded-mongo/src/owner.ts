import { execFileSync } from 'node:child_process'
import { linkSync, readFileSync, readlinkSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { addressOf } from './address.ts'
import { DataFolderError } from './data-folder.ts'

/** The process that has a data folder open. `uri` is missing while it is still starting. */
interface Owner {
  readonly pid: number
  /** When the process started; `null` where the system does not say. It distinguishes processes that had the same number. */
  readonly startTime?: string | null
  /** Those who share it see each other's numbers; those in another container do not. `null` where there is none. */
  readonly namespace?: string | null
  /** One opening of the folder. */
  readonly instance: string
  readonly uri?: string
}

const waitForOwnerMs = 30_000
/** A process that cannot be seen says within this time where it listens, or it is gone. */
const waitForUnseenMs = 10_000

/**
 * The file that says which process has the data folder open, because two engines on one folder would not see each
 * other's writes.
 */
export class OwnerFile {
  readonly #path: string
  readonly #instance: string

  constructor(dataDir: string, instance: string) {
    this.#path = join(dataDir, 'owner.json')
    this.#instance = instance
  }

  /** Takes the folder, or returns the URI of the process that has it. Throws when that process does not answer. */
  async take(): Promise<{ owner: true } | { owner: false; uri: string }> {
    const begun = performance.now()
    for (;;) {
      if (this.#claim()) return { owner: true }
      const owner = this.#read(this.#path)
      if (owner === undefined) continue
      const state = await stateOf(owner)
      if (state === 'open' && owner.uri !== undefined) return { owner: false, uri: owner.uri }
      const waitedMs = performance.now() - begun
      if (state === 'gone' || (state === 'unseen' && waitedMs > waitForUnseenMs)) {
        this.#remove(owner)
        continue
      }
      if (waitedMs > waitForOwnerMs)
        throw new DataFolderError(
          `Process ${owner.pid} has the data folder open but does not answer: end it, or if it is something else, delete ${this.#path}.`,
        )
      await wait(50)
    }
  }

  /** Writes the URI for other processes to find. */
  publish(uri: string): void {
    this.#write(uri, (draft) => renameSync(draft, this.#path))
  }

  release(): void {
    if (this.#read(this.#path)?.instance === this.#instance) rmSync(this.#path, { force: true })
  }

  /** Writes a whole file that is then put in place in one step, so that nobody reads half of it. */
  #write(uri: string | undefined, putInPlace: (draft: string) => void): void {
    const draft = `${this.#path}.${this.#instance}`
    const { pid } = process
    const owner: Owner = { pid, startTime: startTimeOf(pid), namespace: namespace(), instance: this.#instance, uri }
    try {
      // A full disk takes the name and not what is in it.
      writeFileSync(draft, `${JSON.stringify(owner)}\n`, { mode: 0o600 })
      putInPlace(draft)
    } finally {
      rmSync(draft, { force: true })
    }
  }

  #claim(): boolean {
    try {
      this.#write(undefined, (draft) => linkSync(draft, this.#path))
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      return false
    }
  }

  #read(path: string): Owner | undefined {
    try {
      return { pid: 0, instance: '', ...(JSON.parse(readFileSync(path, 'utf8')) as Partial<Owner>) }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      return { pid: 0, instance: '' }
    }
  }

  /** Moves the file of a process that is gone away. When another process was quicker, its new file is put back. */
  #remove(owner: Owner): void {
    // It took a while to find out that the process is gone.
    if (this.#read(this.#path)?.instance !== owner.instance) return
    const stale = `${this.#path}.${this.#instance}.stale`
    try {
      renameSync(this.#path, stale)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
      throw error
    }
    if (this.#read(stale)?.instance !== owner.instance) linkSync(stale, this.#path)
    rmSync(stale, { force: true })
  }
}

/**
 * Whether the process of an owner file answers, is gone, or does neither because it starts, stops or is busy. One in
 * another container that starts cannot be told from one that is gone.
 */
async function stateOf(owner: Owner): Promise<'open' | 'gone' | 'busy' | 'unseen'> {
  const { uri, instance, pid, startTime, namespace: its = namespace() } = owner
  const refused = { embeddedInstance: null }
  // Loaded only here: as a rule nobody else has the folder, and this thread needs nothing of the protocol.
  const send = async (address: string) => (await import('./wire.ts')).sendCommand(address, { hello: 1, $db: 'admin' })
  const hello = uri === undefined ? undefined : await send(uri).catch(() => refused)
  if (hello !== undefined && hello['embeddedInstance'] === instance) return 'open'
  // A socket takes connections only while its process lives, be it in another container, where its number says nothing.
  if (uri !== undefined && hello === undefined && 'path' in addressOf(uri)) return 'busy'
  if (uri === undefined && its !== namespace()) return 'unseen'
  // Without start times a closed port is the only sign that another process has the number now.
  if (!isRunning(pid) || startTime !== startTimeOf(pid) || (startTime === null && hello === refused)) return 'gone'
  return 'busy'
}

function namespace(): string | null {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return null
  }
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** When a process started, in whatever form the system says it; `null` on systems that do not, as Windows. */
function startTimeOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program's name is in parentheses and may contain spaces; the time is the 20th field after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return startTimeFromPs(pid)
  }
}

/** macOS and the BSDs have no /proc. */
function startTimeFromPs(pid: number): string | null {
  try {
    const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' }
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', env, stdio: 'pipe' }).trim()
  } catch {
    return null
  }
}
