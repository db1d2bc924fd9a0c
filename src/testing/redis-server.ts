import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'

const REDIS_SERVER = 'redis-server'

/** A real Redis server for one suite, which can be killed and frozen. */
export interface RedisServer {
  readonly url: string
  /** Kills it with SIGKILL; its data is lost. */
  kill(): Promise<void>
  /** Starts it again on the same port, empty. */
  restart(): Promise<void>
  /** Stops the process with SIGSTOP; its sockets stay open. */
  freeze(): void
  thaw(): void
  stop(): Promise<void>
}

/**
 * Whether redis-server is installed. If it is not, this prints that tests are skipped, or throws with
 * REQUIRE_SERVICES=1.
 */
export function hasRedisServer(): boolean {
  const found = spawnSync(REDIS_SERVER, ['--version']).status === 0
  if (found) return true
  if (process.env.REQUIRE_SERVICES === '1')
    throw new Error('redis-server is not installed, and REQUIRE_SERVICES=1 does not allow skipping its tests.')
  process.stderr.write(
    '\nSKIPPED: the tests with a real Redis. To run them, install it: apt install redis-server, brew install redis.\n\n',
  )
  return false
}

/**
 * @param settings further command line settings of redis-server, for example `['--maxmemory-policy', 'allkeys-lru']`
 */
export async function startRedisServer(settings: readonly string[] = []): Promise<RedisServer> {
  const port = await freePort()
  const dir = await mkdtemp(join(tmpdir(), 'superprinter-redis-'))
  const url = `redis://127.0.0.1:${port}`
  let child: ChildProcess | null = null

  async function start(): Promise<void> {
    const args = [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--dir',
      dir,
      '--save',
      '',
      '--appendonly',
      'no',
      '--maxmemory-policy',
      'noeviction',
    ]
    child = spawn(REDIS_SERVER, [...args, ...settings], { stdio: 'ignore' })
    const probe = new Redis(url, { retryStrategy: () => 50, maxRetriesPerRequest: null })
    probe.on('error', () => {})
    try {
      await eventually(() => probe.ping())
    } finally {
      probe.disconnect()
    }
  }

  async function kill(): Promise<void> {
    const dying = child
    if (dying === null) return
    child = null
    const gone = once(dying, 'exit')
    dying.kill('SIGKILL')
    await gone
  }

  await start()
  return {
    url,
    kill,
    restart: start,
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    async stop() {
      await kill()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
