import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PERMISSIONS_OF, STAFF_PERMISSIONS, STAFF_ROLES } from '../src/bff/contracts/staff-roles.ts'
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

describe('the table of budgets', () => {
  it('names for each of them where it is in the code and a test that fails without it', () => {
    const table = page.slice(page.indexOf('| what | bound | per |'))
    const rows = table.slice(0, table.indexOf('\n\n')).split('\n').slice(2)
    expect(rows.length).toBeGreaterThan(80)
    const incomplete = rows.filter((row) => {
      const [, what = '', bound = '', per = '', , code = '', test = ''] = row.split('|').map((cell) => cell.trim())
      return [what, bound, per, code].includes('') || test.match(TEST_NAME) === null
    })
    expect(incomplete).toEqual([])
  })
})

describe('the table of roles', () => {
  it('says of every permission which roles have it, as the code does', () => {
    const rows = [...page.matchAll(/^\| [^|]*\(`([a-z.]+)`\) \|(.*)\|$/gm)].map(
      ([, permission = '', cells = '']) => [permission, cells.split('|').map((cell) => cell.trim() === '✓')] as const,
    )
    const permissions = Object.keys(STAFF_PERMISSIONS) as (keyof typeof STAFF_PERMISSIONS)[]
    const inCode = permissions.map((permission) => [
      permission,
      STAFF_ROLES.map((role) => PERMISSIONS_OF[role].has(permission)),
    ])
    expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(inCode))
  })
})

describe('the table of requirements', () => {
  const table = page.slice(page.indexOf('| id | what |'))
  const rows = [...table.matchAll(/^\| ([\d., ]+) \| [^|]+ \| (holds|open|does not apply) \| (.+) \|$/gm)].map(
    ([, ids = '', verdict = '', why = '']) => ({ ids: ids.split(', '), verdict, why }),
  )

  it('has each of the 253 requirements of both levels once, each with a reason', () => {
    const ids = rows.flatMap((row) => row.ids)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toHaveLength(253)
    expect(ids.filter((id) => !/^\d+\.\d+\.\d+$/.test(id))).toEqual([])
    expect(rows.filter(({ why }) => why.trim() === '')).toEqual([])
  })

  it('is added up as it stands', () => {
    const count = (verdict: string) => rows.filter((row) => row.verdict === verdict).flatMap(({ ids }) => ids).length
    const [holds, open, others] = [count('holds'), count('open'), count('does not apply')]
    expect(page).toContain(`| **sum** | **${holds + open}** | **${holds}** | **${open}** | **${others}** |`)
    expect(page).toContain(`${holds + open} apply; ${holds} of them hold.`)
  })
})
