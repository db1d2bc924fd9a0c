import { REDIRECTS, SCREENS } from '#contracts/screens'
import type { CatalogModule } from '#modules/catalog'
import { AppError } from '#platform/errors/errors'
import { watchArrangement, type IsCurrent } from '../answers/current.ts'

/** Indexed public pages other than products (specification 2, section 2). */
const INDEXED_PATHS: readonly string[] = [
  ...Object.values(SCREENS).flatMap(({ path, isIndexed }) => (isIndexed && !path.includes(':') ? [path] : [])),
  ...REDIRECTS.map(({ to }) => to),
]
/**
 * File n contains the products with ids from (n - 1) * 5,000 + 1 to n * 5,000, so that a new product changes no other
 * file, and each file is some 450 kB. At most 50,000 URLs are allowed in one (sitemaps.org).
 */
const IDS_PER_FILE = 5000

/** A file of the sitemap. */
export interface SitemapFile {
  readonly name: string
  /** Takes down what the file depends on, before it is written. */
  watch(): IsCurrent
  /** Writes the file for a request that came to this origin. */
  write(origin: string): string | Promise<string>
}

export interface Sitemap {
  /** The list of all files. */
  readonly index: SitemapFile
  /** The pages that are no products. */
  readonly pages: SitemapFile
  /** The products of a file. @throws NothingHere when it is written and there are none */
  products(file: number): SitemapFile
}

export class NothingHere extends AppError {
  constructor() {
    super('not-found', 'NOT_FOUND', 'There is nothing at this address.')
  }
}

export function createSitemap(catalog: Pick<CatalogModule, 'changes' | 'listEditTimes'>): Sitemap {
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

  return {
    index: {
      name: 'index',
      // Which products there are changes with the arrangement of lists.
      watch: () => watchArrangement(catalog.changes),
      write: writeIndex,
    },
    pages: { name: 'pages', watch: () => () => true, write: writePages },
    products: (file) => ({
      name: `products ${file}`,
      watch: () => watchProducts(file),
      write: (origin) => writeProducts(file, origin),
    }),
  }
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
