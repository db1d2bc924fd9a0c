/** The widths in pixels in which an uploaded picture is stored. A smaller picture is never enlarged. */
const WIDTHS = [400, 800, 1600] as const
const UPLOADED = /^(\/images\/products\/[0-9a-f]{24})-(400|800|1600)\.webp$/

/**
 * The files of an uploaded picture, the smallest first.
 * @param path the path of its largest file, as stored with the product
 * @returns an empty list for drawings and external pictures, which exist in one size
 */
export function pictureFiles(path: string): readonly { readonly path: string; readonly width: number }[] {
  const [, name, largest] = UPLOADED.exec(path) ?? []
  if (name === undefined) return []
  return WIDTHS.filter((width) => width <= Number(largest)).map((width) => ({ path: `${name}-${width}.webp`, width }))
}
