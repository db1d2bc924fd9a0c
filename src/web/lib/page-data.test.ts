import { expect, test } from 'vitest'
import { NO_PAGE_DATA, readPageData } from './page-data.ts'

test('a page brings its answers and settings along', () => {
  expect(readPageData('{"swr":{"/api/products":[]},"config":{"gaMeasurementId":"G-1"}}')).toEqual({
    swr: { '/api/products': [] },
    config: {
      gaMeasurementId: 'G-1',
      metaPixelId: null,
      expressShippingCents: null,
      takesTestCards: true,
      demoAdminPassword: null,
    },
  })
})

test.each([null, undefined, '', '{bad', 'null'])('a page with %j starts with nothing', (text) => {
  expect(readPageData(text)).toEqual(NO_PAGE_DATA)
})
