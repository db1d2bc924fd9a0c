import { build } from 'esbuild'
import { execFileSync } from 'node:child_process'
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

/** Builds a file as the server is built, and runs it in a process of its own. Gives its text and what it prints. */
async function buildAndRun(contents: string): Promise<{ readonly text: string; readonly printed: unknown }> {
  const outdir = mkdtempSync(join(tmpdir(), 'superprinter-build-'))
  onTestFinished(() => rmSync(outdir, { recursive: true }))
  const built = join(outdir, 'built.cjs')
  await build({
    // As a file of ES modules, which the shop's sources are: what is left out is imported in another way from others.
    stdin: { contents, resolveDir: root, sourcefile: 'asked.mts', loader: 'ts' },
    outfile: built,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'error',
    plugins: [lateLibraries(outdir), oneLanguage],
  })
  const printed = execFileSync(process.execPath, [built], { encoding: 'utf8' })
  return { text: readFileSync(built, 'utf8'), printed: JSON.parse(printed) }
}

test('a library that is seldom used is not in the build, and is loaded from its own files when it is first used', async () => {
  const { text: built, printed } = await buildAndRun(`
    import iconv, { decode } from 'iconv-lite'
    const isLoaded = () => Object.keys(require.cache).some((file) => /[\\/]iconv-lite[\\/]/.test(file))
    const before = isLoaded()
    const bytes = Buffer.from([0xcf, 0xf0])
    const words = [iconv.decode(bytes, 'cp1251'), decode(bytes, 'cp1251')]
    const inject = () => require('light-my-request')
    console.log(JSON.stringify({ before, words, after: isLoaded(), asked: typeof inject() }))
  `)
  expect(built.length).toBeLessThan(5_000)
  expect(printed).toEqual({ before: false, words: ['Пр', 'Пр'], after: true, asked: 'function' })
})

test('a part of Node that is seldom used is loaded when it is first used', async () => {
  const { printed } = await buildAndRun(`
    import https, { request } from 'node:https'
    import * as tls from 'tls'
    const kinds = [https.request, request, tls.connect, require('http2').connect].map((each) => typeof each)
    console.log(JSON.stringify(kinds))
  `)
  expect(printed).toEqual(['function', 'function', 'function', 'function'])
})

test('the library that checks contracts is built with the messages of one language', async () => {
  const { printed } = await buildAndRun(`
    import { z } from 'zod'
    const message = z.string().safeParse(1).error?.issues[0]?.message
    console.log(JSON.stringify({ languages: Object.keys(z.locales), message }))
  `)
  expect(printed).toEqual({ languages: ['en'], message: 'Invalid input: expected string, received number' })
})
