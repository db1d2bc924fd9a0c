import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, expect, it } from 'vitest'

const codeOf = (word: string): string =>
  `(function (exports, require, module, __filename, __dirname) {
exports.word = '${word}'; exports.folder = __dirname; exports.twice = (n) => n * 2; exports.path = require('node:path').sep
})`
/** With a letter beyond ASCII. */
const CODE = codeOf('pâper')

let folder: string
let file: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'compiled-'))
  file = join(folder, 'code.js')
  writeFileSync(file, CODE)
  for (const [source, built] of [
    ['compiled-code', 'loader'],
    ['heap-growth', 'heap-growth'],
  ])
    buildSync({
      entryPoints: [fileURLToPath(new URL(`./${source}.ts`, import.meta.url))],
      outfile: join(folder, `${built}.cjs`),
      format: 'cjs',
      platform: 'node',
    })
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs a script in a process of its own, because V8 keeps what it has compiled for as long as a process lives. */
function run(script: string): string {
  const begin =
    "const { loadCompiled, keepCompiled } = require('./loader.cjs'); const file = require.resolve('./code.js');"
  return execFileSync(process.execPath, ['-e', `${begin}${script}`], { cwd: folder, encoding: 'utf8' })
}
const LOAD = 'const { word, twice } = loadCompiled(file); process.stdout.write(word + twice(21));'
const FOLDER = 'process.stdout.write(loadCompiled(file).folder);'

it('runs a file as CommonJS, without kept code and with it', () => {
  rmSync(`${file}.compiled`, { force: true })
  expect(run(LOAD)).toBe('pâper42')
  run(`${LOAD}; keepCompiled()`)
  expect(readFileSync(`${file}.compiled`).length).toBeGreaterThan(100)
  expect(run(LOAD)).toBe('pâper42')
  expect(run(FOLDER)).toBe(folder)
})

it('runs a file of nothing but ASCII, without kept code and with it', () => {
  writeFileSync(file, codeOf('paper'))
  expect(run(LOAD)).toBe('paper42')
  run(`${LOAD}; keepCompiled()`)
  expect(run(LOAD)).toBe('paper42')
  writeFileSync(file, CODE)
})

it('says which file is missing', () => {
  expect(
    run("try { loadCompiled('/no/such/file.js') } catch ({ code, path }) { process.stdout.write(code + path) }"),
  ).toBe('ENOENT/no/such/file.js')
})

it('does not use code that was kept of another text, that is cut, or damaged', () => {
  run(`${LOAD}; keepCompiled()`)
  writeFileSync(file, CODE.replace('n * 2', 'n * 3'))
  expect(run(LOAD)).toBe('pâper63')
  writeFileSync(file, CODE)
  const kept = readFileSync(`${file}.compiled`)
  for (const damaged of [
    Buffer.alloc(0),
    kept.subarray(0, 3),
    kept.subarray(0, 40),
    Buffer.from('garbage'.repeat(9)),
  ]) {
    writeFileSync(`${file}.compiled`, damaged)
    expect(run(LOAD)).toBe('pâper42')
  }
})

it('uses kept code after the growth of the heap was bound, and leaves the bound as it was', () => {
  const say = `
    const vm = require('node:vm'); const { Script } = vm
    vm.Script = class extends Script {
      constructor(...given) { super(...given); process.stdout.write(this.cachedDataRejected ? 'refused ' : 'used ') }
    }
    const { boundHeapGrowth, withoutBound } = require('./heap-growth.cjs')
    boundHeapGrowth()`
  run(`${LOAD}; keepCompiled()`)
  expect(run(`${say}; withoutBound(() => loadCompiled(file)); loadCompiled(file)`)).toBe('used refused ')
})
