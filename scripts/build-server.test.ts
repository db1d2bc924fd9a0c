import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { withoutMadeFunctions } from './build-server.mjs'

const file = createRequire(import.meta.resolve('fastify')).resolve('find-my-way/lib/node.js')
const text = readFileSync(file, 'utf8')

interface RouterParts {
  createStaticNode(prefix: string): { matchPrefix(path: string, at: number): boolean }
}

function load(code: string): RouterParts {
  const module = { exports: {} }
  new Function('module', 'require', code)(module, createRequire(file))
  return module.exports as RouterParts
}

test('a built router compares addresses without making functions of text', () => {
  const built = withoutMadeFunctions(file, text)
  expect(built).not.toContain('new Function')
  for (const router of [load(built), load(text)]) {
    const { matchPrefix } = router.createStaticNode('orders/')
    const paths = ['/orders/7', '/others/7', '/orders', '/orders/']
    expect(paths.map((path) => matchPrefix(path, 1))).toEqual([true, false, false, true])
  }
})

test('a build says that the router has changed', () => {
  for (const changed of [
    text.replace('new Function(', 'compile('),
    text.replace('path.charCodeAt', 'path.codePointAt'),
    `${text}\nnew Function('')`,
  ])
    expect(() => withoutMadeFunctions(file, changed)).toThrow('The router has changed')
})

test('other files are built as they are', () => {
  expect(withoutMadeFunctions('/somewhere/else.js', text)).toBe(text)
})
