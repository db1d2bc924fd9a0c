import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { environment } from '../scripts/runtime.mjs'
import { pause } from './report.ts'

/** Linux counts processor time in ticks of 10 ms. */
const TICKS_PER_SECOND = 100
const LONGEST_START_MS = 300_000
const running = new Set<ChildProcess>()

export interface RunningProcess {
  readonly url: string
  /** From spawn to the first answer, in ms. */
  readonly startMs: number
  /** Resident memory of the process and of all processes below it right now, in MB; NaN where /proc is missing. */
  memoryMb(): number
  /** Files and sockets that these processes hold open right now; 0 where /proc is missing. */
  openFiles(): { readonly files: number; readonly sockets: number }
  /** Processor time of all threads of the process so far, in seconds; NaN where /proc is missing. */
  cpuSeconds(): number
  stop(): Promise<void>
}

/**
 * Runs a server on a free loopback port as `npm start` runs the shop, and waits until `readyPath` answers. Its output
 * goes nowhere.
 * @param readyPath null for a process that answers nobody, which is not waited for
 * @param command the program and its arguments; a script of Node alone is enough
 * @throws Error when it ends, or does not answer in five minutes
 */
export async function startProcess(
  command: string | readonly string[],
  env: Readonly<Record<string, string>>,
  readyPath: string | null,
): Promise<RunningProcess> {
  const [program, ...args] = typeof command === 'string' ? [process.execPath, command] : [...command]
  if (program === undefined) throw new Error('There is no command to run')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const started = performance.now()
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...environment, ...env, PORT: String(port) },
  })
  const endWithUs = (): boolean => child.kill()
  process.once('exit', endWithUs)
  running.add(child)
  child.once('exit', () => {
    running.delete(child)
    process.off('exit', endWithUs)
  })
  if (readyPath !== null) await untilAnswered(child, url + readyPath)
  const pid = child.pid ?? 0
  return {
    url,
    startMs: performance.now() - started,
    memoryMb: () => treeOf(pid).reduce((sum, each) => sum + residentMb(each), 0),
    openFiles: () => openFiles(treeOf(pid)),
    cpuSeconds: () => cpuSeconds(pid),
    stop: () => stop(child),
  }
}

/** Ends what a part that failed left behind: this process would wait for it. */
export async function stopLeftProcesses(): Promise<void> {
  for (const child of running) await stop(child)
}

async function untilAnswered(child: ChildProcess, url: string): Promise<void> {
  const began = performance.now()
  for (;;) {
    const name = child.spawnargs.slice(1).join(' ')
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode} before it answered`)
    // The body is read too: with a connection that still waits for it, a server does not end.
    const answered = await fetch(url).then(
      async (answer) => answer.ok && (await answer.arrayBuffer()).byteLength > 0,
      () => false,
    )
    if (answered) return
    if (performance.now() - began > LONGEST_START_MS) throw new Error(`${name} did not answer`)
    await pause(10)
  }
}

function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readProc(`${pid}/status`))?.[1] ?? Number.NaN) / 1024
}

function openFiles(pids: readonly number[]): { readonly files: number; readonly sockets: number } {
  const open = pids.flatMap(descriptorsOf)
  return { files: open.length, sockets: open.filter((name) => name.startsWith('socket:')).length }
}

/** What the descriptors of a process stand for; those that are closed meanwhile are left out. */
function descriptorsOf(pid: number): readonly string[] {
  const folder = `/proc/${pid}/fd`
  try {
    return readdirSync(folder).flatMap((name) => linkAt(join(folder, name)))
  } catch {
    return []
  }
}

function linkAt(path: string): readonly string[] {
  try {
    return [readlinkSync(path)]
  } catch {
    return []
  }
}

function cpuSeconds(pid: number): number {
  // The name of the program stands in parentheses and may hold spaces; user and system time are fields 14 and 15.
  const fields = readProc(`${pid}/stat`)
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/** A process and everything that it started, directly or not. */
function treeOf(root: number): readonly number[] {
  const parents = new Map<number, number>()
  for (const name of existsSync('/proc') ? readdirSync('/proc') : []) {
    if (!/^\d+$/.test(name)) continue
    parents.set(
      Number(name),
      Number(
        readProc(`${name}/stat`)
          .replace(/^.*\) /, '')
          .split(' ')[1],
      ),
    )
  }
  const tree = [root]
  for (const each of tree) for (const [pid, parent] of parents) if (parent === each) tree.push(pid)
  return tree
}

function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8')
  } catch {
    return ''
  }
}

/** Ends a process, and waits for it and for everything that it started. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const [, ...below] = treeOf(child.pid ?? 0)
  const ended = new Promise((resolve) => {
    child.once('exit', resolve)
  })
  child.kill('SIGTERM')
  await ended
  while (below.some((pid) => readProc(`${pid}/status`) !== '')) await pause(50)
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
