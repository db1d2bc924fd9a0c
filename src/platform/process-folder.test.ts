import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { takeProcessFolder } from './process-folder.ts'

let base: string
beforeEach(() => void (base = mkdtempSync(join(tmpdir(), 'process-folder-'))))
afterEach(() => rmSync(base, { recursive: true }))

const ownerOf = (path: string) => JSON.parse(readFileSync(join(path, 'owner.json'), 'utf8')) as Record<string, unknown>

describe('folders of processes', () => {
  it('are never shared, and one that is released is taken again', () => {
    const [first, second] = [takeProcessFolder(base), takeProcessFolder(base)]
    expect(first?.path).toBe(join(base, '1'))
    expect(second?.path).toBe(join(base, '2'))
    first?.release()
    expect(takeProcessFolder(base)?.path).toBe(join(base, '1'))
  })

  it('are taken over from a process that is gone, also when another one has its number now', () => {
    const path = takeProcessFolder(base)?.path ?? ''
    const owner = ownerOf(path)
    writeFileSync(join(path, 'owner.json'), JSON.stringify({ ...owner, startTime: '1' }))
    expect(takeProcessFolder(base)?.path).toBe(path)
    writeFileSync(join(path, 'owner.json'), 'torn {')
    expect(takeProcessFolder(base)?.path).toBe(path)
  })

  it('are left to processes of other machines', () => {
    const path = takeProcessFolder(base)?.path ?? ''
    writeFileSync(join(path, 'owner.json'), JSON.stringify({ ...ownerOf(path), host: 'elsewhere', pid: 1 }))
    expect(takeProcessFolder(base)?.path).toBe(join(base, '2'))
  })

  it('do not become free when another process has taken them meanwhile', () => {
    const first = takeProcessFolder(base)
    writeFileSync(join(first?.path ?? '', 'owner.json'), JSON.stringify({ ...ownerOf(first?.path ?? ''), id: 'other' }))
    first?.release()
    expect(takeProcessFolder(base)?.path).toBe(join(base, '2'))
  })

  it('run out', () => {
    for (let i = 0; i < 32; i++) takeProcessFolder(base)
    expect(takeProcessFolder(base)).toBeNull()
  })

  it('cannot be taken where nothing can be written', () => {
    writeFileSync(join(base, 'file'), '')
    expect(() => takeProcessFolder(join(base, 'file'))).toThrow('ENOTDIR')
  })
})
