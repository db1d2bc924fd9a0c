import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test, vi } from 'vitest'
import { makeLate } from './build-server.mjs'

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

test('a built router makes the function for a piece of an address when a request first comes by', () => {
  const make = vi.fn(function make(...parts: string[]): unknown {
    return Reflect.construct(Function, parts)
  })
  const { matchPrefix } = load(makeLate(file, text), make).createStaticNode('orders/')
  expect(make).not.toHaveBeenCalled()
  expect([matchPrefix('/orders/7', 1), matchPrefix('/others/7', 1), matchPrefix('/orders/8', 1)]).toEqual([
    true,
    false,
    true,
  ])
  expect(make).toHaveBeenCalledTimes(1)
})

test('a build says that the router has changed', () => {
  for (const changed of [
    text.replace('new Function(', 'compile('),
    text.replace(/(new Function\(.*)\/\/ eslint-disable-line/, '$1'),
  ])
    expect(() => makeLate(file, changed)).toThrow('The router has changed')
})

test('other files are built as they are', () => {
  expect(makeLate('/somewhere/else.js', text)).toBe(text)
})
