import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A small file system of its own, to be filled or made read-only. */
export interface SmallDisk {
  readonly path: string
  remount(mode: 'ro' | 'rw'): void
  remove(): void
}

/** What a command that makes file systems begins with. */
let asRoot: readonly string[] = []

/** Whether this user may make file systems, be it by sudo. If not, this prints that tests are skipped. */
export const canMount = ((): boolean => {
  for (const way of [[], ['sudo', '-n']]) {
    asRoot = way
    try {
      mountSmallDisk().remove()
      return true
    } catch {
      // There may be another way.
    }
  }
  process.stderr.write('\nSKIPPED: the tests of full and read-only disks. To run them, be root or allow sudo.\n\n')
  return false
})()

export function mountSmallDisk(megabytes = 8): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'small-disk-'))
  const run = (...command: string[]): void => {
    const [program = '', ...args] = [...asRoot, ...command, path]
    execFileSync(program, args, { stdio: 'ignore' })
  }
  try {
    run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs')
  } catch (error) {
    rmdirSync(path)
    throw error
  }
  mkdirSync(join(path, 'data'))
  return {
    path,
    remount: (mode) => run('mount', '-o', `remount,${mode}`),
    remove() {
      run('umount', '-l')
      rmdirSync(path)
    },
  }
}
