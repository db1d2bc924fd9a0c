import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './toolchain.mjs'

const page = readFileSync(join(root, 'docs', 'security.md'), 'utf8')

/** A test that the page names, written as `file: title`. */
const TEST_NAME = /`([^`\s]+\.(?:test|spec)\.tsx?)(?:: ([^`]+))?`/g

/** What is wrong with the named test; null when the file holds a test of exactly this title. */
function problemOf(file: string, title: string | undefined): string | null {
  if (title === undefined) return `${file}: no title`
  if (!existsSync(join(root, file))) return `${file}: no such file`
  const source = readFileSync(join(root, file), 'utf8').replaceAll("\\'", "'")
  const isThere = ["'", '"', '`'].some((quote) => source.includes(`${quote}${title}${quote}`))
  return isThere ? null : `${file}: no test "${title}"`
}

describe('docs/security.md', () => {
  it('names tests that exist', () => {
    const named = [...page.matchAll(TEST_NAME)]
    expect(named.length).toBeGreaterThan(20)
    expect(named.map(([, file = '', title]) => problemOf(file, title)).filter((problem) => problem !== null)).toEqual(
      [],
    )
  })
})
