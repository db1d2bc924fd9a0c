import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { rootOf, REDIRECTS, SCREENS } from '#contracts/screens'
import type { CatalogModule } from '#modules/catalog'
import { AppError } from '#platform/errors'
import { makeAnswer, sendAnswer } from '../answers/answer.ts'
import { createCheckedAnswers } from '../answers/checked-answers.ts'
import { watchArrangement, type IsCurrent } from '../answers/current.ts'
import { answersUnderPressure, type FreshWork } from '../limits/fresh-work.ts'

/** Indexed public pages other than products (specification 2, section 2). */
const INDEXED_PATHS: readonly string[] = [
  ...Object.values(SCREENS).flatMap(({ path, isIndexed }) => (isIndexed && !path.includes(':') ? [path] : [])),
  ...REDIRECTS.map(({ to }) => to),
]
/**
 * Paths that crawlers must not read. Pages with noindex are not listed, because a crawler has to read them to see it.
 */
const DISALLOWED = ['/api/', rootOf(SCREENS.admin)] as const
/**
 * File n contains the products with ids from (n - 1) * 5,000 + 1 to n * 5,000, so that a new product changes no other
 * file, and each file is some 450 kB. At most 50,000 URLs are allowed in one (sitemaps.org).
 */
const IDS_PER_FILE = 5000

/** The sitemap and /robots.txt for search engines. */
export function seoRoutes(
  app: FastifyInstance,
  deps: {
    readonly catalog: CatalogModule
    readonly freshWork: FreshWork
    originOf(request: FastifyRequest): string
  },
): void {
  const { catalog } = deps
  const options = { config: { pressureHandler: answersUnderPressure }, schema: { hide: true } }
  const kept = createCheckedAnswers({ maxBytes: 16 * 1024 * 1024 })

  /** Every URL begins with the origin, so a file is kept for each origin; with PUBLIC_URL there is only one. */
  async function send(request: FastifyRequest, reply: FastifyReply, { name, watch, write }: File) {
    const origin = deps.originOf(request)
    const key = `${origin} ${name}`
    const found = kept.find(key)
    if (found !== undefined) return sendAnswer(request, reply, found)
    await deps.freshWork.countSearch(request)
    const isCurrent = watch()
    const answer = makeAnswer(`<?xml version="1.0" encoding="UTF-8"?>\n${await write(origin)}\n`, {
      headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' },
    })
    kept.keep(key, answer, isCurrent)
    return sendAnswer(request, reply, answer)
  }

  app.get('/sitemap.xml', options, (request, reply) =>
    send(request, reply, {
      name: 'index',
      // Which products there are changes with the arrangement of lists.
      watch: () => watchArrangement(catalog.changes),
      write: writeIndex,
    }),
  )

  app.get('/sitemap-pages.xml', options, (request, reply) =>
    send(request, reply, { name: 'pages', watch: () => () => true, write: writePages }),
  )

  app.get<{ Params: { file: string } }>('/sitemap-products-:file.xml', options, (request, reply) => {
    if (!/^[1-9]\d{0,5}$/.test(request.params.file)) throw new NothingHere()
    const file = Number(request.params.file)
    return send(request, reply, {
      name: `products ${file}`,
      watch: () => watchProducts(file),
      write: (origin) => writeProducts(file, origin),
    })
  })

  app.get('/robots.txt', options, (request, reply) => {
    const lines = [
      'User-agent: *',
      ...DISALLOWED.map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${deps.originOf(request)}/sitemap.xml`,
      '',
    ]
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(lines.join('\n'))
  })

  async function writeIndex(origin: string): Promise<string> {
    const files = ['pages', ...(await productFiles()).map((file) => `products-${file}`)]
    return element(
      'sitemapindex',
      files.map((file) => `<sitemap><loc>${origin}/sitemap-${file}.xml</loc></sitemap>`),
    )
  }

  /**
   * A file falls when a product in it is new, gone or shown differently; a sale of one of many pieces is nothing to a
   * search engine. Versions only grow, so the highest says enough, and 5,000 are looked up in a tenth of a millisecond.
   */
  function watchProducts(file: number): IsCurrent {
    const highest = () => {
      let version = 0
      for (let id = IDS_PER_FILE * (file - 1) + 1; id <= IDS_PER_FILE * file; id += 1)
        version = Math.max(version, catalog.changes.shownVersionOf(id))
      return version
    }
    const before = highest()
    return () => highest() === before
  }

  /** The numbers of the files that contain products. For each file one call finds the first product behind it. */
  async function productFiles(): Promise<readonly number[]> {
    const files: number[] = []
    for (;;) {
      const [next] = await catalog.listEditTimes({ afterId: IDS_PER_FILE * (files.at(-1) ?? 0), limit: 1 })
      if (next === undefined) return files
      files.push(Math.ceil(next.id / IDS_PER_FILE))
    }
  }

  /** @throws NothingHere when there are no products with the ids of this file */
  async function writeProducts(file: number, origin: string): Promise<string> {
    const afterId = IDS_PER_FILE * (file - 1)
    const listed = await catalog.listEditTimes({ afterId, limit: IDS_PER_FILE })
    const urls = listed.flatMap(({ id, updatedAt }) =>
      id > afterId + IDS_PER_FILE
        ? []
        : `<url><loc>${origin}/products/${id}</loc><lastmod>${updatedAt.toISOString().slice(0, 10)}</lastmod></url>`,
    )
    if (urls.length === 0) throw new NothingHere()
    return element('urlset', urls)
  }
}

class NothingHere extends AppError {
  constructor() {
    super('not-found', 'NOT_FOUND', 'There is nothing at this address.')
  }
}

/** A file of the sitemap. */
interface File {
  readonly name: string
  /** Takes down what the file depends on, before it is written. */
  watch(): IsCurrent
  /** Writes the file for a request that came to this origin. */
  write(origin: string): string | Promise<string>
}

function writePages(origin: string): string {
  return element(
    'urlset',
    INDEXED_PATHS.map((path) => `<url><loc>${origin}${path}</loc></url>`),
  )
}

function element(name: 'sitemapindex' | 'urlset', children: readonly string[]): string {
  return [`<${name} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`, ...children, `</${name}>`].join('\n')
}
