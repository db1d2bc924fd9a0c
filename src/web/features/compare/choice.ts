import type { Product } from '#contracts/catalog'
import { MAX_COMPARED } from '#contracts/comparison'
import { storedAtom } from '../../lib/storage.ts'

/** What the bar needs of a product that was chosen. */
export type Chosen = Pick<Product, 'id' | 'name' | 'image'> & Partial<Pick<Product, 'category'>>

/** With the product, unless it is in already or there are four. */
export function choose(chosen: readonly Chosen[], { id, name, image, category }: Chosen): readonly Chosen[] {
  if (chosen.length >= MAX_COMPARED || chosen.some((other) => other.id === id)) return chosen
  return [...chosen, { id, name, image, ...(category !== undefined && { category }) }]
}

/** The choice without these products; the same object where it has none of them. */
export function withdraw(chosen: readonly Chosen[], ids: readonly number[]): readonly Chosen[] {
  return chosen.some(({ id }) => ids.includes(id)) ? chosen.filter(({ id }) => !ids.includes(id)) : chosen
}

/** What storage held, made sound; null where it is no list. */
export function repairChoice(stored: unknown): readonly Chosen[] | null {
  if (!Array.isArray(stored)) return null
  return (stored as unknown[]).reduce<readonly Chosen[]>((sound, entry) => {
    const { id, name, image, category } = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<
      string,
      unknown
    >
    const isSound =
      typeof id === 'number' &&
      Number.isSafeInteger(id) &&
      id > 0 &&
      typeof name === 'string' &&
      typeof image === 'string'
    return isSound ? choose(sound, { id, name, image, ...(typeof category === 'string' && { category }) }) : sound
  }, [])
}

/** What the visitor wants to see side by side, kept in this browser. */
export const choice = storedAtom<readonly Chosen[]>('mr-printer-compare', [], repairChoice)
