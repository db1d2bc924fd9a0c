import { listingTitle, parseListingQuery } from '#contracts/listing'
import { documentTitle, SITE_NAME } from '#contracts/screens'
import { escapeHtml } from '#platform/text/escape-html'
import type { PageAddress } from './page-address.ts'

/** The head of a page that nobody should find by a search engine, and that the browser renders. */
export const hiddenHead = (title: string) => `<meta name="robots" content="noindex" data-head>${titleTag(title)}`

/** The title of a page that was not rendered, as HTML. */
export const titleTag = (title: string) => `<title>${escapeHtml(title)}</title>`

/** The document's title of a public page that was not rendered. @param productName of the product, if the page shows one */
export function shellTitle({ id, screen, address }: PageAddress, productName: string | null): string {
  if (id === 'products') return documentTitle(listingTitle(parseListingQuery(address.split('?')[1] ?? '')))
  const title = productName ?? screen.title
  return title === undefined ? SITE_NAME : documentTitle(title)
}
