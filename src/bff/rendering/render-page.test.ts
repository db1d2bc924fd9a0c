import { expect, it } from 'vitest'
import { NO_SETTINGS } from '#contracts/pages'
import { createLogger } from '#platform/log/logger'
import { readPageAddress } from './page-address.ts'
import { createRenderPages } from './render-page.ts'

it('lets others have their turn between the reads of a page and its rendering', async () => {
  const seen: string[] = []
  const pages = createRenderPages({
    reads: {
      async forPage() {
        seen.push('read')
        return { value: [], isCurrent: () => true }
      },
    },
    logger: createLogger('silent'),
  })
  const renderer = {
    async render() {
      seen.push('rendered')
      return { head: '', html: ['page'], status: 200 as const }
    },
    load: async () => {},
    template: { beforeHead: '', beforeApp: '', beforeData: '', end: '' },
    preloads: () => [],
    style: () => '',
  }
  const page = readPageAddress('/products')
  if (page === null) throw new Error('The address is not valid.')
  setImmediate(() => seen.push('others'))
  await pages.render({ renderer, page, origin: 'https://shop.example', config: NO_SETTINGS })
  expect(seen.at(0)).toBe('read')
  expect(seen.slice(-2)).toEqual(['others', 'rendered'])
})
