import { renderToStaticMarkup } from 'react-dom/server.edge'
import { expect, test } from 'vitest'
import type { Product, Review } from '#contracts/catalog'
import { ReviewList } from './review-list.tsx'

const rendered = (count: number) => {
  const reviews = Array.from({ length: count }, (_, id): Review => ({
    id: String(id),
    productId: 1,
    rating: 5,
    customerName: 'Ada M.',
    customerTitle: null,
    comment: 'It prints.',
    createdAt: '2026-11-20T10:00:00.000Z',
  }))
  const product = { rating: '5.0' } as Product
  return renderToStaticMarkup(
    <ReviewList product={product} answer={{ data: reviews, error: undefined, retry: async () => undefined }} />,
  )
}

test('ten reviews stand at first, and the others come by a press', () => {
  expect(rendered(10).match(/<time/g)).toHaveLength(10)
  expect(rendered(10)).not.toContain('Show ')
  expect(rendered(11)).toContain('Show 1 more review<')
  expect(rendered(38).match(/<time/g)).toHaveLength(10)
  expect(rendered(38)).toContain('Show 28 more reviews')
  expect(rendered(38), 'the summary counts all').toContain('38 reviews')
})
