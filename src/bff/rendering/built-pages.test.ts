import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RenderInput } from '#contracts/pages'
import { loadPages } from './built-pages.ts'

const seen: string[] = []
/** The renderer of a build, which notes when its code runs and when it renders. */
const RENDERER = `(function (exports) {
  globalThis.noteStep('run')
  exports.render = async () => { globalThis.noteStep('rendered'); return { head: '', html: ['page'], status: 200 } }
})`

let dist: string
beforeAll(() => {
  dist = mkdtempSync(join(tmpdir(), 'pages-'))
  mkdirSync(join(dist, 'client', '.vite'), { recursive: true })
  mkdirSync(join(dist, 'ssr'))
  writeFileSync(join(dist, 'client', 'index.html'), '<!--head--><!--app--><!--data-->')
  writeFileSync(join(dist, 'client', '.vite', 'manifest.json'), '{}')
  writeFileSync(join(dist, 'client', '.vite', 'style.json'), '[]')
  writeFileSync(join(dist, 'ssr', 'entry-server.cjs'), RENDERER)
  Object.assign(globalThis, { noteStep: (step: string) => seen.push(step) })
})
afterAll(() => {
  Reflect.deleteProperty(globalThis, 'noteStep')
  rmSync(dist, { recursive: true })
})

it('reads its code, runs it and renders the first page one after the other, and others have their turn in between', async () => {
  const renderer = await (await loadPages(dist)).current()
  if (renderer === null) throw new Error('There is no renderer.')
  const input: RenderInput = { url: '/', origin: '', data: {}, expressShippingCents: null }
  let isOver = false
  const takeTurn = (): void => {
    seen.push('others')
    if (!isOver) setImmediate(takeTurn)
  }
  setImmediate(takeTurn)
  expect((await renderer.render(input)).html).toEqual(['page'])
  isOver = true
  expect(seen.filter((step, i) => step !== seen[i - 1])).toEqual(['others', 'run', 'others', 'rendered'])
  seen.length = 0
  await renderer.render(input)
  expect(seen).toEqual(['rendered'])
})
