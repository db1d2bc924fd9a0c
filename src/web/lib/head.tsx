import { createContext, use, useEffect } from 'react'
import { documentTitle, SITE_NAME } from '#contracts/screens'
import { escapeHtml } from '#platform/text/escape-html'
import { narrowHtml, narrowJson } from '#platform/text/narrow-text'

/** The title and metadata of a page, for browsers, search engines and link previews. */
export interface PageHead {
  /** Without the shop's name; " - superprinter" is added. */
  readonly title: string
  readonly description?: string
  /** The page's one true address, from the root: "/products/42-hp-laserjet". */
  readonly canonical?: string
  /** Picture for shared links, absolute or from the root. */
  readonly image?: string
  /** schema.org; addresses may begin at the root. */
  readonly jsonLd?: object | readonly object[]
  readonly noindex?: boolean
  /** 404 where the address leads to nothing; the server answers with it. */
  readonly status?: 200 | 404
}

export interface HeadCollector {
  collect(head: PageHead): void
}

/** The server puts a collector here; in the browser there is none. */
export const HeadContext = createContext<HeadCollector | null>(null)

interface HeadTag {
  readonly name: 'title' | 'meta' | 'link' | 'script'
  readonly attributes: Readonly<Record<string, string>>
  readonly text?: string
}

/** What names pages and pictures in structured data; all else are texts. */
const LD_ADDRESSES: ReadonlySet<string> = new Set(['url', 'item', 'image', 'logo'])

/** The tags of a page's head. `origin` makes addresses absolute: "https://shop.example". */
function headTags(head: PageHead, origin: string): HeadTag[] {
  const absolute = (path: string) => (path.startsWith('/') ? `${origin}${path}` : path)
  /** Structured data names pages and pictures from the root, too. */
  const rooted = (name: string, value: unknown) => {
    if (!LD_ADDRESSES.has(name)) return value
    return Array.isArray(value) ? value.map((each) => absolute(String(each))) : absolute(String(value))
  }
  const title = documentTitle(head.title)
  const tags: HeadTag[] = [{ name: 'title', attributes: {}, text: title }]
  const property = (name: string, content: string) =>
    tags.push({ name: 'meta', attributes: { property: name, content } })

  if (head.description !== undefined)
    tags.push({ name: 'meta', attributes: { name: 'description', content: head.description } })
  if (head.noindex === true || head.status === 404)
    tags.push({ name: 'meta', attributes: { name: 'robots', content: 'noindex' } })
  if (head.canonical !== undefined)
    tags.push({ name: 'link', attributes: { rel: 'canonical', href: absolute(head.canonical) } })
  property('og:site_name', SITE_NAME)
  property('og:type', 'website')
  property('og:title', title)
  if (head.description !== undefined) property('og:description', head.description)
  if (head.canonical !== undefined) property('og:url', absolute(head.canonical))
  if (head.image !== undefined) property('og:image', absolute(head.image))
  if (head.jsonLd !== undefined) {
    tags.push({
      name: 'script',
      attributes: { type: 'application/ld+json' },
      text: JSON.stringify(head.jsonLd, rooted),
    })
  }
  return tags
}

/**
 * The tags as HTML, escaped, written as every reader of pages expects them: a bare title, names before anything else.
 * Those that could be mistaken for another's are marked, so that the browser can replace them on the next page.
 */
export function headMarkup(head: PageHead, origin: string): string {
  return headTags(head, origin)
    .map(({ name, attributes, text }) => {
      const written = Object.entries(attributes)
        .map(([key, value]) => ` ${key}="${narrowHtml(escapeHtml(value))}"`)
        .join('')
      if (name === 'meta' || name === 'link') return `<${name}${written} data-head>`
      const content =
        name === 'script' ? narrowJson((text ?? '').replaceAll('<', '\\u003c')) : narrowHtml(escapeHtml(text ?? ''))
      return `<${name}${written}>${content}</${name}>`
    })
    .join('\n    ')
}

let isServers = false

/** The document's head came with the page that is about to be hydrated, which need not set it again. */
export function keepServersHead(): void {
  isServers = true
}

/** Sets title and metadata of the page: collected on the server, applied to the document in the browser. */
export function Head(props: PageHead) {
  const collector = use(HeadContext)
  collector?.collect(props)
  const fingerprint = collector === null ? JSON.stringify(props) : ''
  useEffect(() => {
    const head = JSON.parse(fingerprint) as PageHead
    const isThere = isServers && document.title === documentTitle(head.title)
    isServers = false
    if (!isThere) applyHead(head)
  }, [fingerprint])
  return null
}

function applyHead(head: PageHead): void {
  for (const stale of document.head.querySelectorAll('[data-head],title,[type$="ld+json"]')) stale.remove()
  for (const { name, attributes, text } of headTags(head, window.location.origin)) {
    const tag = document.createElement(name)
    for (const [key, value] of Object.entries(attributes)) tag.setAttribute(key, value)
    if (text === undefined) tag.dataset.head = ''
    else tag.textContent = text
    document.head.append(tag)
  }
}
