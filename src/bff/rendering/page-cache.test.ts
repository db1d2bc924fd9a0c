import { describe, expect, it } from 'vitest'
import { createPageCache, type RenderResult } from './page-cache.ts'

interface Page {
  readonly text: string
}

function setUp(options: { readonly maxBytes?: number; readonly maxRenderings?: number } = {}) {
  const state = { now: 0, version: 0, rendered: 0 }
  const cache = createPageCache<Page>({ maxBytes: 10_000, maxRenderings: 4, ...options, now: () => state.now })
  const render = async (): Promise<RenderResult<Page>> => {
    const { version } = state
    state.rendered++
    await Promise.resolve()
    return { page: { text: `version ${version}` }, bytes: 1000, isCurrent: () => state.version === version }
  }
  const load = async (address = '/', work = render, mayRender = true) =>
    (await cache.load(address, work, () => mayRender))?.text
  return { state, load }
}

/** A rendering that ends when it is told to. */
function slowRendering(state: { version: number; rendered: number }) {
  let finish: () => void = () => {}
  const finished = new Promise<void>((resolve) => (finish = resolve))
  const render = async (): Promise<RenderResult<Page>> => {
    const { version } = state
    state.rendered++
    await finished
    return { page: { text: `version ${version}` }, bytes: 1000, isCurrent: () => state.version === version }
  }
  return { render, finish }
}

describe('kept pages', () => {
  it('are rendered once until something changes that they show', async () => {
    const { state, load } = setUp()
    await Promise.all([load(), load(), load()])
    expect(await load()).toBe('version 0')
    expect(state.rendered).toBe(1)
    state.now = 100_000
    state.version++
    expect(await load()).toBe('version 1')
    expect(state.rendered).toBe(2)
  })

  it('are answered as they were while one new page is rendered', async () => {
    const { state, load } = setUp()
    await load()
    state.version++
    state.now = 900
    const { render, finish } = slowRendering(state)
    expect(await Promise.all([load('/', render), load('/', render)])).toEqual(['version 0', 'version 0'])
    finish()
    await new Promise(setImmediate)
    expect(await load('/', render)).toBe('version 1')
    expect(state.rendered).toBe(2)
  })

  it('are not answered a second after they were last known to be up to date', async () => {
    const { state, load } = setUp()
    await load()
    state.now = 5000
    await load()
    state.now = 5999
    state.version++
    const { render, finish } = slowRendering(state)
    expect(await load('/', render)).toBe('version 0')
    state.now = 6000
    const waits = load('/', render)
    finish()
    expect(await waits).toBe('version 1')
  })

  it('are not kept when something changed while they were rendered', async () => {
    const { state, load } = setUp()
    const { render, finish } = slowRendering(state)
    const early = load('/', render)
    await new Promise(setImmediate)
    state.version++
    finish()
    expect(await early).toBe('version 0')
    expect(await load()).toBe('version 1')
  })

  it('make way for a page that is not kept', async () => {
    const { state, load } = setUp()
    await load()
    state.version++
    state.now = 2000
    const missing = async () => ({ page: { text: 'missing' }, bytes: 10, isCurrent: null })
    expect(await load('/', missing)).toBe('missing')
    state.now = 2001
    expect(await load('/', missing)).toBe('missing')
  })

  it('stay within their limit of bytes', async () => {
    const { state, load } = setUp({ maxBytes: 3500 })
    for (const address of ['/1', '/2', '/3', '/4']) await load(address)
    expect(state.rendered).toBe(4)
    for (const address of ['/4', '/3', '/2']) await load(address)
    expect(state.rendered).toBe(4)
    await load('/1')
    expect(state.rendered).toBe(5)
  })

  it('are rendered again after a failure, which those who waited get', async () => {
    const { load } = setUp()
    const failing = () => Promise.reject(new Error('down'))
    await expect(load('/', failing)).rejects.toThrow('down')
    expect(await load()).toBe('version 0')
  })

  it('survive a failure while the former page is answered', async () => {
    const { state, load } = setUp()
    await load()
    state.version++
    expect(await load('/', () => Promise.reject(new Error('down')))).toBe('version 0')
    await new Promise(setImmediate)
    state.now = 3000
    expect(await load()).toBe('version 1')
  })

  it('are rendered a few at a time; the others wait for their turn', async () => {
    const { state, load } = setUp({ maxRenderings: 2 })
    const { render, finish } = slowRendering(state)
    const all = Promise.all(['/1', '/2', '/3', '/4', '/5'].map((address) => load(address, render)))
    await new Promise(setImmediate)
    expect(state.rendered).toBe(2)
    finish()
    expect(await all).toEqual(Array.from({ length: 5 }, () => 'version 0'))
    expect(state.rendered).toBe(5)
  })

  it('are answered to those who may render nothing, but nothing is rendered for them', async () => {
    const { state, load } = setUp()
    expect(await load('/', undefined, false)).toBeUndefined()
    await load()
    expect(await load('/', undefined, false)).toBe('version 0')
    state.version++
    state.now = 900
    expect(await load('/', undefined, false)).toBe('version 0')
    state.now = 5000
    expect(await load('/', undefined, false)).toBeUndefined()
    expect(state.rendered).toBe(1)
  })

  it('are waited for by those, too, who may render nothing, while others have them rendered', async () => {
    const { state, load } = setUp()
    const { render, finish } = slowRendering(state)
    const first = load('/', render)
    await new Promise(setImmediate)
    const second = load('/', render, false)
    finish()
    expect(await Promise.all([first, second])).toEqual(['version 0', 'version 0'])
  })
})
