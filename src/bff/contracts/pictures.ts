/** A picture from staff is kept in these widths, in pixels; one that is smaller only in those that it fills. */
const WIDTHS = [400, 800, 1600] as const
const UPLOADED = /^(\/images\/products\/[0-9a-f]{24})-(400|800|1600)\.webp$/

/**
 * The files in which a picture exists, the smallest first.
 * @param path the path of its largest file, as products have it
 * @returns nothing for drawings and pictures from elsewhere: they exist once
 */
export function pictureFiles(path: string): readonly { readonly path: string; readonly width: number }[] {
  const [, name, largest] = UPLOADED.exec(path) ?? []
  if (name === undefined) return []
  return WIDTHS.filter((width) => width <= Number(largest)).map((width) => ({ path: `${name}-${width}.webp`, width }))
}
