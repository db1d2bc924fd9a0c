import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
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

  it('are left to processes of other machines, until they have not been heard of for an hour', () => {
    const path = takeProcessFolder(base)?.path ?? ''
    const file = join(path, 'owner.json')
    const untouchedFor = (minutes: number) => {
      const at = new Date(Date.now() - minutes * 60_000)
      utimesSync(file, at, at)
    }
    writeFileSync(file, JSON.stringify({ ...ownerOf(path), host: 'elsewhere', pid: 1 }))
    expect(takeProcessFolder(base)?.path).toBe(join(base, '2'))
    untouchedFor(55)
    expect(takeProcessFolder(base)?.path).toBe(join(base, '3'))
    untouchedFor(65)
    expect(takeProcessFolder(base)?.path).toBe(path)
    expect(ownerOf(path)['host']).not.toBe('elsewhere')
  })

  it('are touched every minute while they are taken, and no longer', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const folder = takeProcessFolder(base)
    const file = join(folder?.path ?? '', 'owner.json')
    const ago = () => Math.round((Date.now() - statSync(file).mtimeMs) / 60_000)
    utimesSync(file, 0, 0)
    vi.advanceTimersByTime(60_000)
    expect(ago()).toBe(0)
    writeFileSync(file, JSON.stringify({ ...ownerOf(folder?.path ?? ''), id: 'other' }))
    utimesSync(file, 0, 0)
    vi.advanceTimersByTime(60_000)
    expect(ago()).toBeGreaterThan(60)
    folder?.release()
    expect(vi.getTimerCount()).toBe(0)
    vi.useRealTimers()
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
