import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Document } from './errors.ts'
import { decode } from './bson-bytes.ts'
import { frameCommand } from './wire.ts'

/** Who has a data folder open. `uri` is missing while the owner is still starting. */
interface Owner {
  readonly pid: number
  readonly instance: string
  readonly uri?: string
}

const patience = 30_000

/** The file that says which process has the data folder open: two engines on one folder would not see each other. */
export class OwnerFile {
  readonly #path: string
  readonly #instance: string

  constructor(dataDir: string, instance: string) {
    this.#path = join(dataDir, 'owner.json')
    this.#instance = instance
  }

  /** Takes the folder; or gives the URI of the living process that has it. Throws when that one does not answer. */
  async take(): Promise<{ owner: true } | { owner: false; uri: string }> {
    const deadline = Date.now() + patience
    for (;;) {
      if (this.#claim()) return { owner: true }
      const owner = this.#read()
      if (owner === undefined) continue
      const state = await stateOf(owner)
      if (state === 'alive') return { owner: false, uri: owner.uri! }
      if (state === 'dead') this.#remove(owner)
      else if (Date.now() > deadline)
        throw new Error(`process ${owner.pid} has the data folder open but does not answer (${this.#path})`)
      else await wait(50)
    }
  }

  /** Writes the URI for others to find. */
  publish(uri: string): void {
    const draft = this.#draft({ pid: process.pid, instance: this.#instance, uri })
    renameSync(draft, this.#path)
  }

  release(): void {
    if (this.#read()?.instance === this.#instance) rmSync(this.#path, { force: true })
  }

  #draft(owner: Owner): string {
    const draft = `${this.#path}.${this.#instance}`
    writeFileSync(draft, `${JSON.stringify(owner)}\n`, { mode: 0o600 })
    return draft
  }

  #claim(): boolean {
    const draft = this.#draft({ pid: process.pid, instance: this.#instance })
    try {
      linkSync(draft, this.#path)
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      return false
    } finally {
      rmSync(draft, { force: true })
    }
  }

  #read(path = this.#path): Owner | undefined {
    try {
      return JSON.parse(readFileSync(path, 'utf8')) as Owner
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      return { pid: 0, instance: '' }
    }
  }

  /** Moves a dead owner's file away. When somebody else was quicker, and it is theirs, it is put back. */
  #remove(owner: Owner): void {
    const grave = `${this.#path}.${this.#instance}.stale`
    try {
      renameSync(this.#path, grave)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
      throw error
    }
    if (this.#read(grave)?.instance !== owner.instance) linkSync(grave, this.#path)
    rmSync(grave, { force: true })
  }
}

/** Whether the process of an owner file lives and answers with the file's own instance: process ids are used again. */
async function stateOf(owner: Owner): Promise<'alive' | 'starting' | 'dead'> {
  if (!isRunning(owner.pid)) return 'dead'
  if (owner.uri === undefined) return owner.pid === process.pid && !starting.has(owner.instance) ? 'dead' : 'starting'
  const instance = await ask(owner.uri)
  if (instance === owner.instance) return 'alive'
  return instance === 'no answer' ? 'starting' : 'dead'
}

/** Instances that this very process is starting: in a container every start has the same process id. */
export const starting = new Set<string>()

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The instance that answers at a URI; `undefined` when nobody listens, 'no answer' when somebody does and keeps silent. */
function ask(uri: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const { port } = new URL(uri)
    const socket = createConnection({ host: '127.0.0.1', port: Number(port) })
    const finish = (answer: string | undefined): void => {
      socket.destroy()
      resolve(answer)
    }
    let received = Buffer.alloc(0)
    socket.setTimeout(3000, () => finish('no answer'))
    socket.on('error', () => finish(undefined))
    socket.on('close', () => finish(undefined))
    socket.on('connect', () => socket.write(frameCommand({ hello: 1, $db: 'admin' } satisfies Document)))
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk])
      if (received.length < 16 || received.length < received.readInt32LE(0)) return
      try {
        finish(String(decode(received.subarray(21))['embeddedInstance']))
      } catch {
        finish(undefined)
      }
    })
  })
}
