import { expect, it } from 'vitest'
import { DAY_MS } from '#platform/time/durations'
import type { ImageRepository } from '../persistence/image.repository.ts'
import { createTidyImages, UNUSED_FOR_DAYS } from './tidy-images.ts'

/** Pictures that no product shows, and a night that tidies them up. */
function aShop(ordered: readonly string[]) {
  const pictures = new Map<string, Date | null>()
  let day = 0
  const images: Pick<ImageRepository, 'list' | 'mark' | 'remove'> = {
    list: () => Promise.resolve([...pictures].map(([fileName, unusedSince]) => ({ fileName, unusedSince }))),
    mark(fileNames, unusedSince) {
      for (const name of fileNames) pictures.set(name, unusedSince)
      return Promise.resolve()
    },
    remove(fileNames) {
      for (const name of fileNames) pictures.delete(name)
      return Promise.resolve()
    },
  }
  const tidyImages = createTidyImages({
    clock: { now: () => new Date(day * DAY_MS) },
    images: images as ImageRepository,
    products: { async *streamImages() {} },
  })
  return {
    pictures,
    /** Tidies up on every night to this day. @returns the days on which orders were looked through */
    async nightsTo(last: number): Promise<readonly number[]> {
      const days: number[] = []
      for (; day <= last; day += 1) {
        await tidyImages((fileNames) => {
          days.push(day)
          return Promise.resolve(new Set(fileNames.filter((name) => ordered.includes(name))))
        })
      }
      return days
    },
  }
}

it('pictures that orders show are looked for in them every 120 days, not every night, and together', async () => {
  const shop = aShop(['one-400.webp', 'two-400.webp'])
  shop.pictures.set('one-400.webp', null).set('one-800.webp', null)
  expect(await shop.nightsTo(60)).toEqual([])
  shop.pictures.set('two-400.webp', null)
  // The second one is found in an order when the first one is looked for.
  expect(await shop.nightsTo(4 * UNUSED_FOR_DAYS + 1)).toEqual([1, 2, 3, 4].map((times) => times * UNUSED_FOR_DAYS))
  expect([...shop.pictures.keys()]).toEqual(['one-400.webp', 'one-800.webp', 'two-400.webp'])
})

it('a picture that no order shows goes 120 days after the last product has shown it, not before', async () => {
  const shop = aShop(['kept-400.webp'])
  shop.pictures.set('kept-400.webp', null)
  await shop.nightsTo(50)
  shop.pictures.set('gone-400.webp', null)
  await shop.nightsTo(50 + UNUSED_FOR_DAYS)
  expect(shop.pictures.has('gone-400.webp')).toBe(true)
  await shop.nightsTo(51 + UNUSED_FOR_DAYS)
  expect([...shop.pictures.keys()]).toEqual(['kept-400.webp'])
})
