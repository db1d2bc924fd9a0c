import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CatalogModule } from '#modules/catalog'
import { createLogger } from '#platform/log/logger'
import { registerErrorHandler } from '../http/errors.ts'
import type { FreshWork } from '../limits/fresh-work.ts'
import { seoRoutes } from './seo.ts'

const updatedAt = new Date('2026-11-20T10:00:00Z')
let app: FastifyInstance
let ids: number[]
let asked: { readonly afterId: number; readonly limit: number }[]
let state: { arrangement: number; versions: Map<number, number> }

beforeEach(() => {
  ids = []
  asked = []
  state = { arrangement: 0, versions: new Map() }
  const catalog = {
    changes: {
      latest: 0,
      get arrangement() {
        return state.arrangement
      },
      versionOf: () => 0,
      shownVersionOf: (id: number) => state.versions.get(id) ?? 0,
    },
    listEditTimes: async (query: { readonly afterId: number; readonly limit: number }) => {
      asked.push(query)
      return ids
        .filter((id) => id > query.afterId)
        .slice(0, query.limit)
        .map((id) => ({ id, updatedAt }))
    },
  } as Partial<CatalogModule> as CatalogModule
  app = Fastify()
  registerErrorHandler(app, createLogger('silent'))
  const freshWork = { countSearch: async () => {} } as Partial<FreshWork> as FreshWork
  seoRoutes(app, { catalog, freshWork, originOf: () => 'https://shop.example' })
})
afterEach(() => app.close())

async function locations(path: string): Promise<string[]> {
  const { body } = await app.inject(path)
  return [...body.matchAll(/<loc>https:\/\/shop\.example([^<]*)<\/loc>/g)].map(([, address = '']) => address)
}

describe('the sitemap', () => {
  it('lists every product once, in files of bounded size, however the ids are spread', async () => {
    ids = [...Array.from({ length: 5000 }, (_, index) => index + 1), 5001, 9999, 10_000, 25_000, 612_345]
    const files = await locations('/sitemap.xml')
    expect(files).toEqual([
      '/sitemap-pages.xml',
      '/sitemap-products-1.xml',
      '/sitemap-products-2.xml',
      '/sitemap-products-5.xml',
      '/sitemap-products-123.xml',
    ])
    const listed = await Promise.all(files.slice(1).map(locations))
    expect(listed.flat()).toEqual(ids.map((id) => `/products/${id}`))
    expect(Math.max(...listed.map((urls) => urls.length))).toBe(5000)
    expect(Math.max(...asked.map(({ limit }) => limit))).toBe(5000)
    expect((await app.inject('/sitemap-products-5.xml')).body).toContain('<lastmod>2026-11-20</lastmod>')
  })

  it('of a shop without products lists its pages only', async () => {
    expect(await locations('/sitemap.xml')).toEqual(['/sitemap-pages.xml'])
    expect(await locations('/sitemap-pages.xml')).toContain('/category/printers')
  })

  it.each(['0', '01', '2', '9999999', '-1', 'x'])('has no file %s where there are no such products', async (file) => {
    ids = [1]
    expect((await app.inject(`/sitemap-products-${file}.xml`)).statusCode).toBe(404)
  })

  it('is kept while other products change, and made again when one of its own does', async () => {
    ids = [1]
    for (let time = 0; time < 3; time += 1) await app.inject('/sitemap-products-1.xml')
    state.versions.set(5001, 1)
    await app.inject('/sitemap-products-1.xml')
    expect(asked).toHaveLength(2)
    state.versions.set(2, 2)
    ids = [1, 2]
    expect(await locations('/sitemap-products-1.xml')).toEqual(['/products/1', '/products/2'])
  })

  it('has a new file as soon as there is a product for it', async () => {
    ids = [1]
    for (let time = 0; time < 3; time += 1) await app.inject('/sitemap.xml')
    ids = [1, 5001]
    state.arrangement += 1
    expect(await locations('/sitemap.xml')).toContain('/sitemap-products-2.xml')
  })
})
