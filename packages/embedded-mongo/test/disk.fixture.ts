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

/** Whether this user may make file systems. */
export const canMount = (() => {
  try {
    mountSmallDisk().remove()
    return true
  } catch {
    return false
  }
})()

export function mountSmallDisk(megabytes = 8): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'small-disk-'))
  const run = (command: string, ...args: string[]): void => {
    execFileSync(command, [...args, path], { stdio: 'ignore' })
  }
  run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs')
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
