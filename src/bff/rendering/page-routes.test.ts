import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NO_SETTINGS } from '#contracts/pages'
import { MOST_SELLING_PATH } from '#contracts/api-paths'
import { AppError } from '#platform/errors/errors'
import { createLogger } from '#platform/log/logger'
import { eventually } from '../../testing/eventually.ts'
import { readStyle } from '../../../scripts/read-style.ts'
import { loadPages } from './built-pages.ts'
import { causeOf, registerErrorHandler } from '../http/errors.ts'
import { pageRoutes } from './page-routes.ts'

const ENTRY = `(function (exports) {
exports.render = async function render({ url, origin, data }) {
  if (url === '/products/666') throw new Error('A component is broken')
  const known = url === '/' || url.startsWith('/products/') || url.startsWith('/compare?')
  return { status: known ? 200 : 404, head: '<title>' + url + ' at ' + origin + '</title>', html: ['<main>', JSON.stringify(data).replaceAll('<', '&lt;'), '</main>'] }
}
})`
const TEMPLATE =
  '<html><head><!--head--></head><body><div id="root"><!--app--></div><!--data--><script type="module" src="/assets/entry.js"></script></body></html>'
const MANIFEST = {
  'index.html': { file: 'assets/entry.js', isEntry: true, imports: ['_runtime.js'], dynamicImports: ['_shared.js'] },
  '_runtime.js': { file: 'assets/runtime.js' },
  '_shared.js': { file: 'assets/shared.js', imports: ['_runtime.js'], dynamicImports: ['_later.js'] },
  '_later.js': { file: 'assets/later.js' },
  '_grid.js': { file: 'assets/grid.js', imports: ['_shared.js'] },
  'app/pages/home-page.tsx': { file: 'assets/home-page.js', imports: ['_shared.js', '_grid.js'] },
}

let dist: string
let app: FastifyInstance
let reads: string[]
let answer: (path: string) => unknown
/** Whether an answer is only the beginning of what there is. */
let isBeginning: (path: string) => boolean
let changes: number
/** What the log says of each answer. */
let causes: (string | undefined)[]
let freshWork: { refuseUnderPressure: () => void; mayRender: () => Promise<boolean>; countSearch: () => Promise<void> }

beforeEach(async () => {
  dist = await mkdtemp(join(tmpdir(), 'superprinter-pages-'))
  await Promise.all(
    ['client/.vite', 'client/assets', 'former/assets', 'ssr'].map((folder) =>
      mkdir(join(dist, folder), { recursive: true }),
    ),
  )
  await Promise.all([
    writeFile(join(dist, 'client/index.html'), TEMPLATE),
    writeFile(join(dist, 'client/.vite/manifest.json'), JSON.stringify(MANIFEST)),
    writeFile(join(dist, 'client/assets/entry.js'), 'export const shop = 1\n'.repeat(200)),
    writeFile(join(dist, 'client/.vite/style.json'), JSON.stringify(readStyle('main{margin:0}.stranger{margin:1px}'))),
    writeFile(join(dist, 'client/assets/entry.js.br'), 'packed'),
    writeFile(join(dist, 'client/favicon.svg'), '<svg/>'),
    writeFile(join(dist, 'former/assets/former.js'), 'export const shop = 0'),
    writeFile(join(dist, 'ssr/entry-server.cjs'), ENTRY),
  ])
  reads = []
  changes = 0
  causes = []
  freshWork = { refuseUnderPressure: () => {}, mayRender: async () => true, countSearch: async () => {} }
  isBeginning = () => false
  answer = (path) => ({ path, note: '</script><script>alert(1)</script>' })
  const catalogReads = {
    forPage: async (path: string) => {
      const before = changes
      reads.push(path)
      const value = await answer(path)
      return { value, isCurrent: () => changes === before, isBeginning: isBeginning(path) }
    },
  }
  app = Fastify()
  registerErrorHandler(app, createLogger('silent'))
  app.addHook('onResponse', (request, _reply, done) => {
    causes.push(causeOf(request))
    done()
  })
  const pages = await loadPages(dist)
  await pages.registerFiles(app)
  pageRoutes(app, {
    pages,
    reads: catalogReads,
    freshWork,
    logger: createLogger('silent'),
    configFor: (request) => ({
      ...NO_SETTINGS,
      demoAdminPassword: request.host === 'own.localhost' ? 'published' : null,
    }),
    thirdPartyHeaders: { 'content-security-policy': "script-src 'self' https://www.googletagmanager.com" },
    originOf: (request) => (request.host === 'localhost:80' ? 'https://shop.example' : `https://${request.host}`),
  })
})
afterEach(async () => {
  await app.close()
  await rm(dist, { recursive: true, force: true })
})

describe('a public page', () => {
  it('is rendered with the data that it reads first, and has its head, its scripts and its data', async () => {
    const page = await app.inject('/')
    expect(page.statusCode).toBe(200)
    expect(page.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
    expect(page.body).toContain('<title>/ at https://shop.example</title>')
    expect(page.body).toContain(
      '<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/home-page.js">',
    )
    expect(page.body).toContain('href="/assets/grid.js"')
    expect(page.body).not.toContain('href="/assets/shared.js"')
    expect(page.body).toContain(`<main>{"${MOST_SELLING_PATH}":`)
  })

  it('has the style of its first paint in itself', async () => {
    const { body } = await app.inject('/')
    expect(body).toContain('<head><style>main{margin:0}</style>')
  })

  it('has its data in a script element that the data can neither end nor run', async () => {
    const { body } = await app.inject('/')
    const data = /<script type="application\/json" id="page-data">(.*?)<\/script>/.exec(body)?.[1] ?? ''
    expect(JSON.parse(data)).toEqual({
      swr: { [MOST_SELLING_PATH]: { path: MOST_SELLING_PATH, note: '</script><script>alert(1)</script>' } },
      config: NO_SETTINGS,
    })
    expect(body).not.toContain('<script>alert')
  })

  it('is rendered from the beginning of a long answer, which the browser gets whole when it asks for it', async () => {
    isBeginning = (path) => path.endsWith('/reviews')
    const dataIn = (body: string) => /id="page-data">(.*?)<\/script>/.exec(body)?.[1] ?? ''
    const { body } = await app.inject('/products/7')
    expect(body).toContain('<main>{"/api/products/7":{')
    expect(/<main>(.*)<\/main>/.exec(body)?.[1]).toContain('/api/products/7/reviews')
    expect(dataIn(body)).toContain('"/api/products/7/fitting":')
    expect(dataIn(body)).not.toContain('/reviews')
    freshWork.mayRender = async () => false
    expect(dataIn((await app.inject('/products/8')).body)).not.toContain('/reviews')
  })

  it('carries the published staff password to those alone who may know it', async () => {
    const bodyAt = async (host: string) => (await app.inject({ url: '/', headers: { host } })).body
    for (const host of ['shop.example', 'own.localhost', 'shop.example', 'own.localhost'])
      expect((await bodyAt(host)).includes('"demoAdminPassword":"published"'), host).toBe(host === 'own.localhost')
  })

  it('is rendered once for all visitors and campaigns, until something changes that it shows', async () => {
    const first = await app.inject('/?utm_source=letter')
    const second = await app.inject('/?fbclid=1')
    expect(second.headers.etag).toBe(first.headers.etag)
    expect(reads).toEqual([MOST_SELLING_PATH])
    const known = await app.inject({ url: '/', headers: { 'if-none-match': String(first.headers.etag) } })
    expect([known.statusCode, known.body]).toEqual([304, ''])

    answer = () => 'sold out'
    changes++
    await app.inject('/')
    const changed = await eventually(async () => {
      const rendered = await app.inject('/')
      expect(rendered.body).toContain('sold out')
      return rendered
    })
    expect(changed.headers.etag).not.toBe(first.headers.etag)
  })

  it('is read once while many ask for it, and answered as it was until the new one is rendered', async () => {
    answer = () => 'before'
    await app.inject('/')
    reads = []
    changes++
    let finish: () => void = () => {}
    const slow = new Promise<void>((resolve) => (finish = resolve))
    answer = () => slow.then(() => 'after')
    const meanwhile = await Promise.all(Array.from({ length: 5 }, () => app.inject('/')))
    expect(meanwhile.every(({ body }) => body.includes('before'))).toBe(true)
    finish()
    await eventually(async () => expect((await app.inject('/')).body).toContain('after'))
    expect(reads).toEqual([MOST_SELLING_PATH])
  })

  it('has the addresses of the host that asked, and is rendered once for all of them', async () => {
    const first = await app.inject('/')
    const other = await app.inject({ url: '/', headers: { host: 'made-up.example' } })
    expect(other.body).toBe(first.body.replaceAll('https://shop.example', 'https://made-up.example'))
    expect(other.headers.etag).not.toBe(first.headers.etag)
    expect((await app.inject('/')).body).toBe(first.body)
    expect(reads).toEqual([MOST_SELLING_PATH])
  })

  it('is the same bytes whichever of its reads ends first', async () => {
    const rendered = async (last: string) => {
      answer = async (path) => {
        if (path === last) await setImmediate()
        // Such a page is not kept, so each of them is rendered.
        throw new AppError('not-found', 'PRODUCT_NOT_FOUND', 'There is none.')
      }
      const { body, headers } = await app.inject('/products/42')
      return { body, tag: headers.etag }
    }
    expect(await rendered('/api/products/42/fitting')).toEqual(await rendered('/api/products/42'))
    expect(reads).toHaveLength(6)
  })

  it('is 404 for a product that does not exist and for an unknown address', async () => {
    answer = () => {
      throw new AppError('not-found', 'PRODUCT_NOT_FOUND', 'There is none.')
    }
    const page = await app.inject('/products/42')
    expect(page.statusCode).toBe(404)
    expect(page.body).toContain(
      '<main>{"/api/products/42":null,"/api/products/42/reviews":null,"/api/products/42/fitting":null}</main>',
    )
    const nowhere = await app.inject('/nowhere')
    expect(nowhere.statusCode).toBe(404)
    for (const { headers } of [page, nowhere])
      expect([headers['cache-control'], headers.etag]).toEqual(['no-store', undefined])
  })

  it('that compares products is there when one of them is not in the shop, and is rendered again when it may be', async () => {
    answer = (path) => {
      if (path.endsWith('/42')) throw new AppError('not-found', 'PRODUCT_NOT_FOUND', 'There is none.')
      return { path }
    }
    const page = await app.inject('/compare?ids=1,42')
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('"/api/products/42":null')
    answer = (path) => ({ path })
    expect((await app.inject('/compare?ids=1,42')).body).toContain('"/api/products/42":{')
  })

  it('is left to the browser when rendering fails', async () => {
    const page = await app.inject('/products/666')
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('<div id="root"></div>')
  })

  it('has its title when rendering fails, and is rendered again for the next visitor, also when it has no data', async () => {
    const seen = globalThis as { isBroken?: boolean }
    const broken = ENTRY.replace(
      'url, origin, data }) {',
      "$& if (globalThis.isBroken) throw new Error('Too many files')",
    )
    await writeFile(join(dist, 'ssr/entry-server.cjs'), broken)
    seen.isBroken = true
    const failed = await app.inject('/about')
    delete seen.isBroken
    expect(failed.statusCode).toBe(200)
    expect(failed.body).toContain('<div id="root"></div>')
    expect(failed.body).toContain('<title>superprinter</title>')
    expect((await app.inject('/about')).body).toContain('<main>')
  })

  it('is 503 and not cached while the database is unreachable, with the cause in the log', async () => {
    answer = () => {
      throw Object.assign(new Error('no server'), { name: 'MongoServerSelectionError' })
    }
    const down = await app.inject('/')
    expect([down.statusCode, down.headers['retry-after']]).toEqual([503, '5'])
    expect([down.headers['cache-control'], down.headers.etag]).toEqual(['no-store', undefined])
    answer = () => 'back'
    expect((await app.inject('/')).statusCode).toBe(200)
    expect(causes).toEqual(['UNAVAILABLE, MongoServerSelectionError: no server', undefined])
  })

  it('is 503 and left to the browser while the shop has too much to do for what it reads', async () => {
    answer = () => {
      throw new AppError('unavailable', 'UNAVAILABLE', 'The shop is very busy right now.')
    }
    const busy = await app.inject('/')
    expect([busy.statusCode, busy.headers['retry-after']]).toEqual([503, '5'])
    expect(busy.body).toContain('<div id="root"></div>')
  })
})

describe('a visitor who has had too many pages rendered', () => {
  beforeEach(() => {
    freshWork.mayRender = async () => false
  })

  it('gets kept pages and those of which there are few', async () => {
    expect((await app.inject('/')).body).toContain('<main>')
    expect((await app.inject('/nowhere')).body).toContain('<main>')
  })

  it('gets the bare page with its status and title, which the browser renders', async () => {
    answer = (path) => ({ name: `Printer <${path}>` })
    const known = await app.inject('/products/42')
    expect([known.statusCode, known.body.includes('<div id="root"></div>')]).toEqual([200, true])
    expect(known.body).toContain('<title>Printer &lt;/api/products/42&gt; - superprinter</title>')
    expect(known.body).not.toContain('noindex')
    const search = await app.inject('/products?search=laser')
    expect(search.body).toContain('<title>Search: laser - superprinter</title>')
    expect((await app.inject('/compare?ids=1')).body).toContain('<title>Compare Products - superprinter</title>')
    expect((await app.inject('/products/x')).statusCode).toBe(404)
    answer = () => {
      throw new AppError('not-found', 'PRODUCT_NOT_FOUND', 'There is none.')
    }
    expect((await app.inject('/products/43')).statusCode).toBe(404)
    expect(reads.some((path) => path.startsWith('/api/products?'))).toBe(false)
  })
})

describe('while the shop has more to do than it can', () => {
  it('kept pages and files are answered, and another page tries again by itself', async () => {
    await app.inject('/about')
    freshWork.refuseUnderPressure = () => {
      throw new AppError('unavailable', 'UNAVAILABLE', 'The shop is very busy right now.')
    }
    expect((await app.inject('/about')).body).toContain('<main>')
    expect((await app.inject('/assets/entry.js')).statusCode).toBe(200)
    const refused = await app.inject({ url: '/', headers: { accept: 'text/html' } })
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5'])
    expect(refused.body).toContain('<meta http-equiv="refresh" content="5">')
  })
})

it('renders one page for all addresses that lead nowhere', async () => {
  const bodies = new Set<string>()
  for (const path of ['/nowhere', '/no/such/page', '/nothing?a=1']) bodies.add((await app.inject(path)).body)
  expect(bodies.size).toBe(1)
})

describe('other addresses', () => {
  it('redirect to the address of the screen, in whatever letter case they are written', async () => {
    const page = await app.inject('/Products?search=HP&utm_source=mail')
    expect([page.statusCode, page.headers.location]).toEqual([301, '/products?search=HP&utm_source=mail'])
    const opened = await app.inject('/Verify-Email?token=aBc')
    expect(opened.headers).toMatchObject({ location: '/verify-email?token=aBc', 'referrer-policy': 'no-referrer' })
  })

  it('answer an empty shell with a title for a private page, hidden from search engines', async () => {
    const page = await app.inject('/admin')
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('<div id="root"></div>')
    expect(page.body).toContain('<meta name="robots" content="noindex"')
    expect(page.body).toContain('<title>Admin Dashboard - superprinter</title>')
    expect(reads).toEqual([])
  })

  it('allow the configured third parties on public pages, but never where personal data is shown', async () => {
    expect((await app.inject('/')).headers['content-security-policy']).toContain('googletagmanager')
    for (const path of ['/login', '/signup', '/checkout', '/account', '/admin/products', '/Admin/Products']) {
      expect((await app.inject(path)).headers['content-security-policy']).toBeUndefined()
    }
  })

  it('serve the files of a former build, and cache other files of the build for a day', async () => {
    expect((await app.inject('/assets/former.js')).body).toBe('export const shop = 0')
    const icon = await app.inject('/favicon.svg')
    expect(icon.headers).toMatchObject({ 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=86400' })
  })

  it.each(['/favicon.svg', '/assets/entry.js'])('send %s whole, whatever part of it is asked for', async (url) => {
    const whole = await app.inject(url)
    expect(whole.headers['accept-ranges']).toBeUndefined()
    const now = String(whole.headers['last-modified'])
    const asked: Record<string, string>[] = [
      { range: 'bytes=0-3' },
      { range: 'bytes=999999-' },
      { range: 'bytes=-0' },
      { range: 'bytes=3-1' },
      // A part fits what the caller has only if a strong validator says so, and these files have weak ones.
      { range: 'bytes=0-3', 'if-range': String(whole.headers.etag) },
      { range: 'bytes=0-3', 'if-range': now },
    ]
    for (const headers of asked)
      for (const method of ['GET', 'HEAD'] as const) {
        const answer = await app.inject({ method, url, headers })
        expect([answer.statusCode, answer.headers['content-range'], answer.headers['content-length']]).toEqual([
          200,
          undefined,
          whole.headers['content-length'],
        ])
        expect(answer.body).toBe(method === 'HEAD' ? '' : whole.body)
      }
    for (const known of [{ 'if-none-match': String(whole.headers.etag) }, { 'if-modified-since': now }])
      expect((await app.inject({ url, headers: { range: 'bytes=0-3', ...known } })).statusCode).toBe(304)
  })

  it('serve scripts compressed and immutable, and no page in place of a missing one', async () => {
    const script = await app.inject({ url: '/assets/entry.js', headers: { 'accept-encoding': 'br' } })
    expect(script.headers).toMatchObject({
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
    })
    const known = await app.inject({
      url: '/assets/entry.js',
      headers: { 'accept-encoding': 'br', 'if-none-match': String(script.headers.etag) },
    })
    expect([known.statusCode, known.body]).toEqual([304, ''])
    expect((await app.inject('/assets/entry.js')).headers['content-encoding']).toBeUndefined()
    for (const path of ['/assets/entry.js.br', '/assets/missing.js', '/assets/../index.html', '/.vite/manifest.json']) {
      expect((await app.inject({ url: path, headers: { accept: 'text/css' } })).statusCode).toBe(404)
    }
    expect((await app.inject({ url: '/', headers: { accept: 'application/json' } })).statusCode).toBe(404)
    expect((await app.inject({ method: 'HEAD', url: '/' })).statusCode).toBe(200)
  })
})

it('has no pages without a build', async () => {
  expect(await (await loadPages(join(dist, 'nothing'))).current()).toBeNull()
})

describe('the code that renders pages', () => {
  const seen = globalThis as { rendererLoads?: number; renderedPages?: string[] }
  const noting = ENTRY.replace('{', '{ globalThis.rendererLoads += 1').replace(
    'render({ url, origin, data }) {',
    '$& globalThis.renderedPages.push(url)',
  )
  beforeEach(async () => {
    Object.assign(seen, { rendererLoads: 0, renderedPages: [] })
    await writeFile(join(dist, 'ssr/entry-server.cjs'), noting)
  })

  it('is not loaded by a start, but for the first page, once', async () => {
    await app.ready()
    expect(seen.rendererLoads).toBe(0)
    await app.inject('/')
    await app.inject('/products/7')
    expect(seen.rendererLoads).toBe(1)
  })

  it('renders a list for nobody soon after the server listens, in steps between which others have their turn', async () => {
    const turns: number[] = []
    const turn = setInterval(() => turns.push(seen.renderedPages?.length ?? 0), 1)
    await app.listen({ port: 0, host: '127.0.0.1' })
    await eventually(() => expect(seen.renderedPages?.at(-1)).toBe('/products'))
    clearInterval(turn)
    expect(seen.renderedPages).toEqual(['/-not-found', '/products?search=zzzzzz', '/', '/products'])
    expect(turns).toEqual(expect.arrayContaining([0, 1, 2, 3]))
    await app.inject('/')
    expect(seen.rendererLoads).toBe(1)
  })

  it('renders nothing for nobody when the server has more to do than it can', async () => {
    let asked = 0
    freshWork.refuseUnderPressure = () => {
      asked += 1
      throw new AppError('unavailable', 'BUSY', 'Later')
    }
    await app.listen({ port: 0, host: '127.0.0.1' })
    await eventually(() => expect(asked).toBe(1))
    await app.close()
    expect(seen.renderedPages).toEqual([])
  })

  it('stops the start when it is missing', async () => {
    await rm(join(dist, 'ssr/entry-server.cjs'))
    await expect(loadPages(dist)).rejects.toThrow('entry-server.cjs')
  })
})
