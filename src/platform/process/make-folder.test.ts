import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeFolder, makeWritableFolder } from './make-folder.ts'

let base: string
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'superprinter-folder-'))
})
afterEach(() => rmSync(base, { recursive: true }))

const codeOf = (path: string): unknown => {
  try {
    makeFolder(path)
    return null
  } catch (error) {
    return (error as NodeJS.ErrnoException).code
  }
}

describe('a folder', () => {
  it('is made with those above it, for its owner alone, and once', () => {
    const path = join(base, 'a', 'b', 'c')
    makeWritableFolder(path)
    makeWritableFolder(`${path}/`)
    expect(statSync(path).mode & 0o777).toBe(0o700)
    expect(statSync(join(base, 'a')).mode & 0o777).toBe(0o700)
  })

  it('may be a link to one', () => {
    symlinkSync(base, join(base, 'link'))
    makeFolder(join(base, 'link'))
    makeFolder(join(base, 'link', 'inside'))
    expect(existsSync(join(base, 'inside'))).toBe(true)
  })

  it('is refused with the reason of the system, and nothing is left of the attempt', () => {
    writeFileSync(join(base, 'file'), '')
    symlinkSync(join(base, 'nothing'), join(base, 'link'))
    symlinkSync(join(base, 'circle'), join(base, 'circle'))
    expect(codeOf(join(base, 'file'))).toBe('EEXIST')
    expect(codeOf(join(base, 'file', 'data'))).toBe('ENOTDIR')
    expect(codeOf(join(base, 'link'))).toBe('EEXIST')
    expect(codeOf(join(base, 'circle', 'data'))).toBe('ELOOP')
    expect(codeOf(join(base, 'a', 'x'.repeat(300)))).toBe('ENAMETOOLONG')
    expect(codeOf(join(base, 'deeper/'.repeat(800)))).toBe('ENAMETOOLONG')
    expect(existsSync(join(base, 'deeper'))).toBe(false)
  })

  // Node's own `recursive` would look forever for what is missing.
  it.runIf(process.platform === 'linux')('is refused where the system makes none', () => {
    expect(codeOf('/proc/superprinter')).toBe('ENOENT')
    expect(codeOf('/proc/superprinter/data')).toBe('ENOENT')
  })
})
