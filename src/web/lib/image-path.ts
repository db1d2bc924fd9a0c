/**
 * Where a product's picture is (specification 1, section 5): absolute http(s) addresses stay, paths below
 * /src/assets/products/ or /images/ go to /images/products/ plus the file name, bare file names get /images/products/.
 * Other paths of the shop stay. What could leave the shop or run (javascript:, //elsewhere) is no picture: ''.
 */
export function productImagePath(path: string): string {
  const text = path.trim()
  if (/^https?:\/\//i.test(text)) return text
  if (text.startsWith('/src/assets/products/') || text.startsWith('/images/')) {
    return `/images/products/${text.slice(text.lastIndexOf('/') + 1)}`
  }
  if (text.startsWith('/')) return text.startsWith('//') ? '' : text
  return text === '' || text.includes(':') ? '' : `/images/products/${text}`
}

/** The drawing that stands for a product of a category that has no picture; '' while its category is not known. */
export function categoryPicturePath(category: string | undefined): string {
  return category === undefined || category === '' ? '' : `/images/illustrations/category-${category}.svg`
}
