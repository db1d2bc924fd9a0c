const LENGTHS = [8, 9, 10, 11, 12, 13, 14] as const

/**
 * What an EAN, UPC or GTIN is compared by: the zeros before it only fill it up, and spreadsheets leave them out. A UPC is
 * the EAN with a zero before it.
 */
export function gtinKey(gtin: string): string {
  return gtin.replace(/^0+/, '')
}

/** Every way to write it that a list may have. */
export function gtinSpellings(gtin: string): readonly string[] {
  const key = gtinKey(gtin)
  return [...new Set(LENGTHS.map((length) => key.padStart(length, '0')))]
}
