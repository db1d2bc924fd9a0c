import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root, SOURCES } from './toolchain.mjs'

/** Node in a folder of its own, as where it was unpacked by hand: npm lies beside it, or is missing. */
let node: string
/** A project with one source, in which installing and building only say so. */
let project: string

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'superprinter-toolchain-'))
  write('src/main.ts', 'export const version = 1')
  write('scripts/build.mjs', "console.log('built')")
  write('package-lock.json', '{"packages":{"":{},"node_modules/a":{"version":"1.0.0"}}}')
  write('node_modules/.package-lock.json', '{"packages":{"node_modules/a":{"version":"1.0.0"}}}')
  write('bin/npm', '#!/bin/sh\necho "npm $1"')
  chmodSync(join(project, 'bin', 'npm'), 0o755)
  cpSync(join(root, 'scripts', 'toolchain.mjs'), join(project, 'scripts', 'toolchain.mjs'))
  node = join(project, 'node', 'bin', 'node')
  mkdirSync(dirname(node), { recursive: true })
  linkOrCopy(process.execPath, node)
})
afterEach(() => rmSync(project, { recursive: true, force: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(project, path)), { recursive: true })
  writeFileSync(join(project, path), text)
}

/** What is said while the functions of the toolchain that these lines call are at work. */
function said(lines: string): readonly string[] {
  const { output, complaint } = run(lines, `${join(project, 'bin')}:${process.env['PATH']}`)
  expect(complaint).toBe('')
  return output.split('\n').slice(0, -1)
}

function run(lines: string, path: string) {
  const program = `import * as toolchain from './scripts/toolchain.mjs'
    import { writeFileSync } from 'node:fs'
    ${lines}`
  const env = { ...process.env, PATH: path }
  const { status, stdout, stderr } = spawnSync(node, ['--input-type=module', '-e', program], { cwd: project, env })
  return { status, output: stdout.toString(), complaint: stderr.toString() }
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    cpSync(from, to)
  }
}

describe('installing', () => {
  it('is done when another version is there, and not otherwise', () => {
    expect(said('toolchain.ensureInstalled()')).toEqual([])
    write('node_modules/.package-lock.json', '{"packages":{"node_modules/a":{"version":"0.9.0"}}}')
    expect(said('toolchain.ensureInstalled()').at(-1)).toBe('npm ci')
  })

  it('is done again where a full disk cut off the list of what is there', () => {
    for (const list of ['', '{"packages":{"node_modules/a":{"ver']) {
      write('node_modules/.package-lock.json', list)
      expect(said('toolchain.ensureInstalled()').at(-1)).toBe('npm ci')
    }
  })

  it('finds npm beside a Node that is not on the path, and says so when there is none', () => {
    write('node_modules/.package-lock.json', '{"packages":{}}')
    const { status, complaint } = run('toolchain.ensureInstalled()', '/nowhere')
    expect([status, complaint]).toEqual([
      1,
      'npm cannot be run (ENOENT): is it installed, and on the PATH of this process?\n',
    ])
    cpSync(join(project, 'bin', 'npm'), join(dirname(node), 'npm'))
    expect(run('toolchain.ensureInstalled()', '/nowhere')).toMatchObject({
      status: 0,
      output: expect.stringContaining('npm ci') as string,
    })
  })
})

describe('building', () => {
  it('is done once for the same sources', () => {
    expect(said('toolchain.ensureBuilt()').at(-1)).toBe('built')
    said('toolchain.beginBuild()()')
    expect(said('toolchain.ensureBuilt()')).toEqual([])
  })

  it('is done again when a source was changed meanwhile', () => {
    said(`const markBuilt = toolchain.beginBuild()
      writeFileSync('src/main.ts', 'export const version = 2')
      markBuilt()`)
    expect(said('toolchain.ensureBuilt()').at(-1)).toBe('built')
  })

  it('looks at every script that takes part in it', () => {
    const found = new Set(SOURCES)
    for (const path of found) {
      if (!/\.(?:mjs|ts)$/.test(path) || !existsSync(join(root, path))) continue
      const text = readFileSync(join(root, path), 'utf8')
      for (const [, name = ''] of text.matchAll(/(?:from|import\() ?'(\.[^']+)'/g)) {
        const imported = relative(root, join(root, dirname(path), name))
        if (!imported.startsWith('src/') && existsSync(join(root, imported))) found.add(imported)
      }
    }
    expect([...found]).toEqual(SOURCES)
  })
})
