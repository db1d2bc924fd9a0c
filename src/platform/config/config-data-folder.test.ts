import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ensureSecret, isWeakSecret } from './secret.ts'
import { aConfigReader, PRODUCTION, SECRET } from '../../testing/config-reader.ts'

const { dataDir, load, problemsOf } = aConfigReader()

describe('the generated secret', () => {
  it('is made once, readable by its owner only', () => {
    const first = load().JWT_SECRET
    expect(isWeakSecret(first)).toBe(false)
    expect(load().JWT_SECRET).toBe(first)
    expect(statSync(join(dataDir(), 'jwt-secret')).mode & 0o777).toBe(0o600)
  })

  it('is not replaced when its file was damaged, for that would sign everybody out', () => {
    ensureSecret(dataDir())
    writeFileSync(join(dataDir(), 'jwt-secret'), 'x')
    expect(problemsOf({})).toHaveLength(1)
    expect(readFileSync(join(dataDir(), 'jwt-secret'), 'utf8')).toBe('x')
  })

  it('is not made where one is configured', () => {
    expect(load({ JWT_SECRET: SECRET }).JWT_SECRET).toBe(SECRET)
    expect(() => statSync(join(dataDir(), 'jwt-secret'))).toThrow()
  })
})

it('a data folder that cannot be used is named with what to do', () => {
  const file = join(dataDir(), 'file')
  writeFileSync(file, '')
  expect(problemsOf({ DATA_DIR: file })).toEqual([
    `DATA_DIR cannot be written to: ${file} (it is a file or a link to nothing; choose a folder)`,
  ])
})

it('a data folder that cannot be used is found also where a secret is set, and nothing is looked for with MongoDB', () => {
  const file = join(dataDir(), 'file')
  writeFileSync(file, '')
  expect(problemsOf({ DATA_DIR: join(file, 'data'), JWT_SECRET: SECRET })).toEqual([
    `DATA_DIR cannot be written to: ${join(file, 'data')} (a part of its path is a file; choose another path)`,
  ])
  expect(problemsOf({ ...PRODUCTION, DATA_DIR: join(file, 'data') })).toEqual([])
})

// Root may write everywhere.
it.skipIf(process.getuid?.() === 0)('a data folder without permission is named with whose it must be', () => {
  const folder = join(dataDir(), 'locked')
  mkdirSync(folder)
  for (const mode of [0o000, 0o500]) {
    chmodSync(folder, mode)
    expect(problemsOf({ DATA_DIR: folder, JWT_SECRET: SECRET })).toEqual([
      `DATA_DIR cannot be written to: ${folder} (make the user of this process its owner)`,
    ])
  }
  chmodSync(folder, 0o700)
})
