import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { environment } from '../scripts/runtime.mjs'

export interface RunningProcess {
  readonly url: string
  /** From spawn to the first answer, in ms. */
  readonly startMs: number
  /** Resident memory right now, in MB; NaN where /proc is missing. */
  memoryMb(): number
  stop(): Promise<void>
}

/** Runs a server script as `npm start` runs the shop, on a free loopback port and waits until `readyPath` answers. Its output goes nowhere. */
export async function startProcess(
  script: string,
  env: Readonly<Record<string, string>>,
  readyPath: string,
): Promise<RunningProcess> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const started = performance.now()
  const child = spawn(process.execPath, ['--enable-source-maps', script], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...environment, ...env, PORT: String(port) },
  })
  const endWithUs = (): boolean => child.kill()
  process.once('exit', endWithUs)
  child.once('exit', () => process.off('exit', endWithUs))
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${script} ended with ${child.exitCode} before it answered`)
    const answered = await fetch(url + readyPath).then(
      (answer) => answer.ok,
      () => false,
    )
    if (answered) break
    if (performance.now() - started > 120_000) throw new Error(`${script} did not answer within two minutes`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return { url, startMs: performance.now() - started, memoryMb: () => memoryMb(child), stop: () => stop(child) }
}

function memoryMb(child: ChildProcess): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = address !== null && typeof address === 'object' ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}
