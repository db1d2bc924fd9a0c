import type { Clock } from '#platform/time/clock'
import { DAY_MS } from '#platform/time/durations'
import type { ImageRepository } from '../persistence/image.repository.ts'
import type { ProductRepository } from '../persistence/product.repository.ts'

/** Longer than an import can be undone, which may bring an old picture back. */
export const UNUSED_FOR_DAYS = 120

/** The widths of one picture have the beginning of their names in common. */
const pictureOf = (fileName: string) => fileName.replace(/-\d+\.webp$/, '')
/** Only the file name counts: products refer to pictures by addresses and paths too. */
function fileNameIn(image: string): string {
  const path = image.replace(/[?#].*/s, '')
  return path.slice(path.lastIndexOf('/') + 1)
}

/**
 * Deletes uploaded pictures that no product has shown for 120 days and that are not shown elsewhere.
 * @param shownElsewhere returns those of the file names that are shown elsewhere, for example in orders
 * @returns the number of deleted pictures
 */
export type TidyImages = (
  shownElsewhere: (fileNames: readonly string[]) => Promise<ReadonlySet<string>>,
) => Promise<number>

export function createTidyImages(deps: {
  readonly clock: Clock
  readonly images: ImageRepository
  readonly products: Pick<ProductRepository, 'streamImages'>
}): TidyImages {
  const { clock, images, products } = deps

  return async function tidyImages(shownElsewhere) {
    const now = clock.now()
    const all = await images.list()
    if (all.length === 0) return 0
    const uploaded = new Set(all.map(({ fileName }) => pictureOf(fileName)))
    const shown = new Set<string>()
    for await (const image of products.streamImages()) {
      const picture = pictureOf(fileNameIn(image))
      // Most pictures of a large catalog are those of suppliers, at their addresses.
      if (uploaded.has(picture)) shown.add(picture)
    }

    const isShown = (fileName: string) => shown.has(pictureOf(fileName))
    await images.mark(
      all
        .filter(({ fileName, unusedSince }) => unusedSince !== null && isShown(fileName))
        .map(({ fileName }) => fileName),
      null,
    )
    await images.mark(
      all
        .filter(({ fileName, unusedSince }) => unusedSince === null && !isShown(fileName))
        .map(({ fileName }) => fileName),
      now,
    )
    const unused = all.flatMap(({ fileName, unusedSince }) =>
      unusedSince === null || isShown(fileName) ? [] : [{ fileName, unusedSince }],
    )
    const over = ({ unusedSince }: { readonly unusedSince: Date }) =>
      now.getTime() - unusedSince.getTime() >= UNUSED_FOR_DAYS * DAY_MS
    if (!unused.some(over)) return 0
    const found = await shownElsewhere(unused.map(({ fileName }) => fileName))
    const elsewhere = new Set([...found].map(pictureOf))
    // To find them there costs a look at everything that was ever ordered. So their days begin anew, all at the same time,
    // and they are not asked for again every night.
    const isElsewhere = ({ fileName }: { readonly fileName: string }) => elsewhere.has(pictureOf(fileName))
    await images.mark(
      unused.filter(isElsewhere).map(({ fileName }) => fileName),
      now,
    )
    const gone = unused.filter((picture) => over(picture) && !isElsewhere(picture))
    await images.remove(gone.map(({ fileName }) => fileName))
    return new Set(gone.map(({ fileName }) => pictureOf(fileName))).size
  }
}
