import { paths } from '../../lib/paths.ts'

/** Where a category is shown: two have a page of their own, the others are a filtered list. */
export function categoryAddress(category: string): string {
  return category === 'printers' || category === 'photo-printers'
    ? paths.category(category)
    : paths.products({ category })
}
