/**
 * What a version before this one made of the number of an article that a workbook shows otherwise than it holds it: without
 * the zeros before it, or with a zero more behind three decimals. Null for a number that it read alike.
 */
export function formerSku(sku: string): string | null {
  if (/^0\d+$/.test(sku)) return sku.replace(/^0+(?=\d)/, '')
  return /^\d+\.\d{3}$/.test(sku) ? `${sku}0` : null
}
