import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canMount, mountSmallDisk, type SmallDisk } from '../../../packages/embedded-mongo/test/disk.fixture.ts'
import { takeProcessFolder } from './process-folder.ts'
import { ensureSecret, writeSecret } from '../config/secret.ts'

describe.skipIf(!canMount)('on a full disk', () => {
  let disk: SmallDisk
  let folder: string
  beforeAll(() => {
    disk = mountSmallDisk(1)
    folder = join(disk.path, 'data')
    mkdirSync(join(folder, '1'))
    expect(() => writeFileSync(join(disk.path, 'ballast'), Buffer.alloc(2 * 1024 * 1024))).toThrow('ENOSPC')
  })
  afterAll(() => disk.remove())

  it.each([
    ['a new secret', () => ensureSecret(folder)],
    ['a secret from elsewhere', () => writeSecret(folder, 'jwt-secret-imported', 'of-an-export')],
    ["a process's folder", () => takeProcessFolder(folder)],
  ])('%s leaves no part of a file', (_, make) => {
    expect(make).toThrow('ENOSPC')
    expect(readdirSync(folder, { recursive: true })).toEqual(['1'])
  })
})
