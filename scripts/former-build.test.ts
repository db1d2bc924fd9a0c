import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepFormerBuild } from './former-build.mjs'

const DAY = 24 * 60 * 60 * 1000
let dist: string

beforeEach(() => void (dist = mkdtempSync(join(tmpdir(), 'superprinter-former-'))))
afterEach(() => rmSync(dist, { recursive: true, force: true }))

function build(...files: readonly string[]): void {
  mkdirSync(join(dist, 'client', 'assets'), { recursive: true })
  for (const file of files) writeFileSync(join(dist, 'client', 'assets', file), file)
}
const isKept = (file: string) => existsSync(join(dist, 'former', 'assets', file))

test('the files of a build stay for a week after it was replaced', () => {
  build('a.js', 'a.js.br')
  keepFormerBuild(dist, 100 * DAY)
  build('b.js')
  keepFormerBuild(dist, 106 * DAY)
  expect(['a.js', 'a.js.br', 'b.js'].every(isKept)).toBe(true)
  keepFormerBuild(dist, 108 * DAY)
  expect([isKept('a.js'), isKept('b.js')]).toEqual([false, true])
})

test('a file that a later build had too stays as long as the later build', () => {
  build('shared.js')
  keepFormerBuild(dist, 100 * DAY)
  build('shared.js')
  keepFormerBuild(dist, 106 * DAY)
  keepFormerBuild(dist, 108 * DAY)
  expect(isKept('shared.js')).toBe(true)
})

test('no more than five builds are kept, however often the shop is built', () => {
  for (let number = 1; number <= 7; number += 1) {
    build(`${number}.js`)
    keepFormerBuild(dist, 100 * DAY + number)
  }
  expect([1, 2, 3, 4, 5, 6, 7].filter((number) => isKept(`${number}.js`))).toEqual([3, 4, 5, 6, 7])
})

test('a first build has nothing to keep', () => {
  keepFormerBuild(dist, 0)
  expect(isKept('a.js')).toBe(false)
})

test('nothing is lost where the step before was broken off', () => {
  build('a.js', 'b.js')
  mkdirSync(join(dist, 'former', 'assets', 'b.js'), { recursive: true })
  expect(() => keepFormerBuild(dist, 100 * DAY)).toThrow()
  rmSync(join(dist, 'former', 'assets', 'b.js'), { recursive: true })
  keepFormerBuild(dist, 100 * DAY)
  expect(['a.js', 'b.js'].every(isKept)).toBe(true)
})

test('the shop can be built where a full disk cut off the list of former builds', () => {
  for (const list of ['', '[{"replacedAt":1,"fil']) {
    build('a.js')
    mkdirSync(join(dist, 'former'), { recursive: true })
    writeFileSync(join(dist, 'former', 'builds.json'), list)
    keepFormerBuild(dist, 100 * DAY)
    expect(isKept('a.js')).toBe(true)
  }
})
