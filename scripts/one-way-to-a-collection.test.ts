import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './toolchain.mjs'

/** Schema steps read rows of a former shape, which no model describes; a copy of all data names each collection. */
const OF_ALL = /schema-steps\.ts$|platform\/data-file\//

const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|\btesting\//.test(name) && !OF_ALL.test(name))
  .map((name) => readFileSync(join(root, 'src', name), 'utf8'))

const found = (pattern: RegExp) => sources.flatMap((text) => [...text.matchAll(pattern)])

it('reaches each collection by its model or by the driver, and none by both', () => {
  const byDriver = new Set(found(/\bcollection(?:<[^()]*>)?\('(\w+)'/g).map(([, collection]) => collection))
  const opened = new Set(found(/\.model\((\w+)\)/g).map(([, model]) => model))
  const byModel = found(/const (\w+) = defineModel(?:<[^()]*>)?\(\{\s*collection: '(\w+)'/g)
    .filter(([, model]) => opened.has(model))
    .map(([, , collection]) => collection)
  expect(Math.min(byDriver.size, byModel.length)).toBeGreaterThan(10)
  expect(byModel.filter((collection) => byDriver.has(collection))).toEqual([])
})
