import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '../eventually.ts'
import { freePort } from '../free-port.ts'
import { bundleProgram, startProcess, type KillableProcess } from '../killable-process.ts'
import { STAFF_PASSWORD } from '../start-shop.ts'

export const PROCESSES = ['web-1', 'web-2', 'worker-1', 'worker-2'] as const
export type ProcessName = (typeof PROCESSES)[number]

/** The shop as it runs in production: two web processes and two workers over one database and one Redis. */
export interface Fleet {
  /** The addresses of both web processes. */
  readonly urls: readonly [string, string]
  /** The folder with a log of warnings and errors of each process, which only `keepLogs` leaves behind. */
  readonly logs: string
  /** Kills a process with SIGKILL. */
  kill(name: ProcessName): Promise<void>
  /** Ends a process by SIGTERM, waits until it is gone, and returns its exit code. */
  end(name: ProcessName): Promise<number | null | undefined>
  /** Starts a process that has ended, and waits until it is ready. */
  start(name: ProcessName): Promise<void>
  freeze(name: ProcessName): void
  thaw(name: ProcessName): void
  /** Kills all processes and deletes what they left. */
  stop(options: { readonly keepLogs: boolean }): Promise<void>
}

/**
 * Starts the four processes, or some of them.
 * @param env their settings as environment variables: at least MONGODB_URI, REDIS_URL and SMTP_URL
 * @param names the first web process is always among them: it fills the empty shop
 */
export async function startFleet(
  env: Readonly<Record<string, string>>,
  names: readonly ProcessName[] = PROCESSES,
): Promise<Fleet> {
  const program = await bundleProgram('src/main.ts')
  const dataDir = await mkdtemp(join(tmpdir(), 'superprinter-fleet-'))
  const logs = await mkdtemp(join(tmpdir(), 'superprinter-fleet-logs-'))
  const ports = { 'web-1': await freePort(), 'web-2': await freePort() }
  const running = new Map<ProcessName, KillableProcess>()
  const shared = {
    SEED_DEMO: 'false',
    JWT_SECRET: randomBytes(48).toString('base64url'),
    ADMIN_PASSWORD: STAFF_PASSWORD,
    ORDER_REVIEW_MINUTES: '1',
    ORDER_LIMIT_FACTOR: '1000',
    JOB_LEASE_SECONDS: '4',
    RATE_LIMIT_REQUESTS: '1000000',
    LOG_LEVEL: 'warn',
    ...env,
  }

  async function start(name: ProcessName): Promise<void> {
    const isWeb = name === 'web-1' || name === 'web-2'
    const child = startProcess(program.file, {
      log: join(logs, `${name}.log`),
      env: {
        ...shared,
        ROLE: isWeb ? 'web' : 'worker',
        DATA_DIR: join(dataDir, name),
        ...(isWeb && { PORT: String(ports[name]) }),
        // One process fills the empty shop.
        ...(name === 'web-1' && { SEED_DEMO: 'true' }),
      },
    })
    running.set(name, child)
    await child.line((line) => line.includes(isWeb ? 'is open at' : 'is waiting for jobs'))
    if (isWeb)
      await eventually(
        async () => {
          const answer = await fetch(`http://127.0.0.1:${ports[name]}/api/health/ready`)
          if (!answer.ok) throw new Error(`${name} is not ready: ${answer.status}`)
        },
        { withinMs: 20_000, everyMs: 100 },
      )
  }

  const signal = (name: ProcessName, which: NodeJS.Signals) => {
    const pid = running.get(name)?.pid
    if (pid !== undefined) process.kill(pid, which)
  }

  const fleet: Fleet = {
    urls: [`http://127.0.0.1:${ports['web-1']}`, `http://127.0.0.1:${ports['web-2']}`],
    logs,
    start,
    async kill(name) {
      await running.get(name)?.kill()
    },
    async end(name) {
      signal(name, 'SIGTERM')
      return running.get(name)?.ended
    },
    freeze: (name) => signal(name, 'SIGSTOP'),
    thaw: (name) => signal(name, 'SIGCONT'),
    async stop({ keepLogs }) {
      await Promise.all([...running.values()].map((child) => child.kill()))
      await program.remove()
      await rm(dataDir, { recursive: true, force: true })
      if (!keepLogs) await rm(logs, { recursive: true, force: true })
    },
  }
  await start('web-1')
  await Promise.all(names.filter((name) => name !== 'web-1').map(start))
  return fleet
}
