import { build } from 'esbuild'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { lateLibraries, oneLanguage, withoutMadeFunctions } from './build-server.mjs'
import { root } from './toolchain.mjs'

const file = createRequire(import.meta.resolve('fastify')).resolve('find-my-way/lib/node.js')
const text = readFileSync(file, 'utf8')

interface RouterParts {
  createStaticNode(prefix: string): { matchPrefix(path: string, at: number): boolean }
}

function load(code: string, make: (...parts: string[]) => unknown): RouterParts {
  const module = { exports: {} }
  new Function('module', 'require', 'Function', code)(module, createRequire(file), make)
  return module.exports as RouterParts
}

test('a built router compares addresses without making functions of text', () => {
  const make = vi.fn(function make(...parts: string[]): unknown {
    return Reflect.construct(Function, parts)
  })
  for (const code of [withoutMadeFunctions(file, text), text]) {
    const router = load(code, make).createStaticNode('orders/')
    const paths = ['/orders/7', '/others/7', '/orders', '/orders/']
    expect(paths.map((path) => router.matchPrefix(path, 1))).toEqual([true, false, false, true])
    expect(make).toHaveBeenCalledTimes(code === text ? 1 : 0)
  }
})

test('a build says that the router has changed', () => {
  for (const changed of [text.replace('LONG_PREFIX_MIN_LENGTH = ', 'LONG = '), text + text])
    expect(() => withoutMadeFunctions(file, changed)).toThrow('The router has changed')
})

test('other files are built as they are', () => {
  expect(withoutMadeFunctions('/somewhere/else.js', text)).toBe(text)
})

/** Builds a file as the server is built, and runs it. */
async function buildAndRun<Exports>(contents: string): Promise<{ readonly text: string; readonly exports: Exports }> {
  const outdir = mkdtempSync(join(tmpdir(), 'superprinter-build-'))
  onTestFinished(() => rmSync(outdir, { recursive: true }))
  await build({
    stdin: { contents, resolveDir: root, sourcefile: 'asked.mts', loader: 'ts' },
    outfile: join(outdir, 'built.cjs'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'error',
    plugins: [lateLibraries(outdir), oneLanguage],
  })
  const built = join(outdir, 'built.cjs')
  return { text: readFileSync(built, 'utf8'), exports: createRequire(built)(built) as Exports }
}

test('a library that is seldom used is not in the build, and is loaded from its own files when it is first used', async () => {
  const { text: built, exports } = await buildAndRun<{
    isLoaded(): boolean
    decode(bytes: Buffer): string
    inject(): unknown
  }>(`
    import iconv, { decode as decodeNamed } from 'iconv-lite'
    export const isLoaded = () => Object.keys(require.cache).some((file) => /[\\/]iconv-lite[\\/]/.test(file))
    export const decode = (bytes) => iconv.decode(bytes, 'cp1251') + decodeNamed(bytes, 'cp1251')
    export const inject = () => require('light-my-request')
  `)
  expect(built.length).toBeLessThan(5_000)
  expect(exports.isLoaded()).toBe(false)
  expect(exports.decode(Buffer.from([0xcf, 0xf0]))).toBe('ПрПр')
  expect(exports.isLoaded()).toBe(true)
  expect(exports.inject()).toBeTypeOf('function')
})

test('the library that checks contracts is built with the messages of one language', async () => {
  const { exports } = await buildAndRun<{ languages: readonly string[]; message: string }>(`
    import { z } from 'zod'
    export const languages = Object.keys(z.locales)
    export const message = z.string().safeParse(1).error?.issues[0]?.message
  `)
  expect(exports.languages).toEqual(['en'])
  expect(exports.message).toBe('Invalid input: expected string, received number')
})
