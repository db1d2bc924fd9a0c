import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test, vi } from 'vitest'
import { withoutMadeFunctions } from './build-server.mjs'

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
