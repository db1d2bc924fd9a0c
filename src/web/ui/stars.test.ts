import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server.edge'
import { expect, test } from 'vitest'
import { Stars } from './stars.tsx'

const filled = (rating: string) =>
  /<path d="([^"]*)" class="fill-ink/.exec(renderToStaticMarkup(createElement(Stars, { rating })))?.[1]?.split('M')
    .length ?? 1

test('as many stars are filled as the whole part of a rating (specification 1, section 5)', () => {
  expect(['0.0', '0.9', '1.0', '4.9', '5.0'].map((rating) => filled(rating) - 1)).toEqual([0, 0, 1, 4, 5])
})
