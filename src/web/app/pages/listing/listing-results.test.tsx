import { renderToStaticMarkup } from 'react-dom/server.edge'
import { StaticRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { parseListingQuery } from '#contracts/listing'
import { listingPages } from '../../../features/catalog/listing-pages.ts'
import { ListingResults } from './listing-results.tsx'

function emptyPage(address: string, counted: number | undefined): string {
  const query = parseListingQuery(address)
  const answer = { data: [], error: undefined, isLoading: false, isPrevious: false, retry: async () => {} }
  return renderToStaticMarkup(
    <StaticRouter location="/products">
      <ListingResults
        query={query}
        answer={answer}
        pages={listingPages(query, answer, counted)}
        heading="h2"
        skeletons={1}
        errorMessage=""
        empty="Nothing in this category yet"
      />
    </StaticRouter>,
  )
}

it.each([
  ['', 0, 'Nothing in this category yet', []],
  ['', undefined, 'Nothing in this category yet', []],
  ['brand=HP', 0, 'No products found matching your criteria.', []],
  ['page=3', 0, 'No products found matching your criteria.', []],
  ['page=5', 50, 'This list ends at page 3', ['Go to page 3']],
  ['page=5', undefined, 'This list ends before page 5', ['Go to page 4', 'Go to page 1']],
  ['brand=HP&page=2', undefined, 'This list ends before page 2', ['Go to page 1']],
])('an empty page of "%s" with %s products says "%s"', (address, counted, words, ways) => {
  const html = emptyPage(address, counted)
  expect(html).toContain(words)
  expect(html.replaceAll(/<[^>]*>/g, '').match(/Go to page \d+/g) ?? []).toEqual(ways)
})
