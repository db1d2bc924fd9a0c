import { build } from 'esbuild'
import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'

/** A process of its own that a test ends without warning. */
export interface KillableProcess {
  readonly pid: number | undefined
  /** Resolves with the first line of its output that `matches`. @throws Error when the process ends before it */
  line(matches: (line: string) => boolean): Promise<string>
  /** Every line of its output so far, also of one that is dead. Complete once `kill` or `ended` has resolved. */
  readonly lines: readonly string[]
  /** Ends it with SIGKILL and waits until it is gone. Does nothing when it is gone already. */
  kill(): Promise<void>
  /** Resolves with its exit code when the process has ended and all its output was read; null when it was killed. */
  readonly ended: Promise<number | null>
}

/** A program in one JavaScript file, for processes that a test starts many times. */
export interface BundledProgram {
  readonly file: string
  /** Deletes the file. */
  remove(): Promise<void>
}

/**
 * Bundles a program. The shop starts from the bundle in a third of the time that it needs with tsx.
 * @param source its TypeScript file, relative to the project's folder
 */
export async function bundleProgram(source: string): Promise<BundledProgram> {
  const name = `${basename(source, '.ts')}-${randomBytes(6).toString('hex')}.mjs`
  // Inside node_modules, where packages are found that stay out of the bundle.
  const file = join('node_modules', '.cache', 'superprinter', name)
  await build({
    entryPoints: [source],
    outfile: file,
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    logLevel: 'warning',
  })
  return { file, remove: () => rm(file, { force: true }) }
}

/**
 * Starts a JavaScript file with Node. Its errors go to the output of the tests.
 * @param file relative to the project's folder
 * @param options.log a file that gets what it writes, too
 */
export function startProcess(
  file: string,
  {
    args = [],
    env = {},
    log,
  }: {
    readonly args?: readonly string[]
    readonly env?: Readonly<Record<string, string>>
    readonly log?: string
  } = {},
): KillableProcess {
  const child: ChildProcess = spawn(process.execPath, [file, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  const waiting = new Set<() => void>()
  let hasEnded = false
  if (child.stdout !== null) {
    if (log !== undefined) child.stdout.pipe(createWriteStream(log, { flags: 'a' }))
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line)
      for (const check of waiting) check()
    })
  }
  const ended = once(child, 'close').then(([code]) => {
    hasEnded = true
    for (const check of waiting) check()
    return code as number | null
  })

  return {
    pid: child.pid,
    lines,
    ended,
    line(matches) {
      return new Promise((resolve, reject) => {
        const check = () => {
          const line = lines.find(matches)
          if (line === undefined && !hasEnded) return
          waiting.delete(check)
          if (line === undefined) reject(new Error(`${file} ended too early (${child.exitCode ?? child.signalCode})`))
          else resolve(line)
        }
        waiting.add(check)
        check()
      })
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
