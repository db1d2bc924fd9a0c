import { renderToStaticMarkup } from 'react-dom/server.edge'
import { expect, test } from 'vitest'
import { EmailAddress } from './email-address.tsx'

test.each([
  ['dana@example.com', 'dana@<wbr/>example.com'],
  ['d@na@example.com', 'd@na@<wbr/>example.com'],
  ['no address', '<wbr/>no address'],
])('%s may begin its second line behind the last "@"', (address, drawn) => {
  expect(renderToStaticMarkup(<EmailAddress>{address}</EmailAddress>)).toBe(drawn)
})
