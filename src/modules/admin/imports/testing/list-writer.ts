import iconv from 'iconv-lite'

/** A product as a supplier's list has it, whatever the list looks like. */
export interface ListedProduct {
  readonly sku: string
  readonly name: string
  readonly brand: string
  readonly category: string
  readonly priceCents: number | null
  readonly originalPriceCents: number | null
  readonly stockQuantity: number | null
  readonly inStock: boolean
}

/** The same products for every list; names have letters that every encoding writes differently. */
export function listedProducts(count: number, prefix = 'P'): ListedProduct[] {
  const kinds = [
    ['printers', 'Bürodrucker Duplex “Größe M”'],
    ['photo-printers', 'Fotodrucker für Künstler 24"'],
    ['scanners', 'Dokumentenscanner Élan; 80 Seiten'],
    ['barcode-scanners', 'Handscanner Señal 2D'],
    ['pos-systems', 'Bondrucker Café, 80 mm'],
  ] as const
  return Array.from({ length: count }, (_, index) => {
    const [category, name] = kinds[index % kinds.length] ?? kinds[0]
    const stock = index % 7 === 3 ? 0 : (index * 13) % 140
    const cents = 4_999 + ((index * 73_111) % 412_345)
    return {
      sku: `${prefix}-${String(100_000 + index)}`,
      name: `${name} ${index}`.replaceAll(/[“”]/g, "'"),
      brand: ['Northlight', 'Aurel & Söhne', 'Émile'][index % 3] ?? '',
      category,
      priceCents: cents,
      originalPriceCents: Math.round(cents * 1.25),
      stockQuantity: stock,
      inStock: stock > 0,
    }
  })
}

type Words = Readonly<Record<string, string>>
export const GERMAN: Words = {
  printers: 'Laserdrucker',
  'photo-printers': 'Fotodrucker',
  scanners: 'Dokumentenscanner',
  'barcode-scanners': 'Barcodescanner',
  'pos-systems': 'Kassensysteme / Bondrucker',
}
export const FRENCH: Words = {
  printers: 'Imprimantes jet d’encre',
  'photo-printers': 'Imprimantes photo',
  scanners: 'Numériseurs',
  'barcode-scanners': 'Lecteurs de codes-barres',
  'pos-systems': 'Caisses',
}
export const SPANISH: Words = {
  printers: 'Impresoras multifunción',
  'photo-printers': 'Impresoras fotográficas',
  scanners: 'Escáneres',
  'barcode-scanners': 'Lectores de códigos de barras',
  'pos-systems': 'TPV',
}
export const ENGLISH: Words = {
  printers: 'Hardware > Printers > Laser',
  'photo-printers': 'Photo Printers',
  scanners: 'Document Scanners',
  'barcode-scanners': 'Barcode Readers',
  'pos-systems': 'POS & Receipt',
}

export const grouped = (cents: number, thousands: string, decimal: string) =>
  `${String(Math.floor(cents / 100)).replaceAll(/\B(?=(\d{3})+$)/g, thousands)}${decimal}${String(cents % 100).padStart(2, '0')}`

interface Layout {
  readonly delimiter: string
  readonly end: string
  readonly encoding: string
  readonly mark?: boolean
}

export function write(
  rows: readonly (readonly string[])[],
  { delimiter, end, encoding, mark = false }: Layout,
): Buffer {
  const quote = (cell: string) =>
    cell.includes(delimiter) || /["\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
  const text = rows.map((cells) => cells.map(quote).join(delimiter)).join(end) + end
  return iconv.encode(text, encoding, { addBOM: mark })
}

export type Cell = (product: ListedProduct, index: number) => string
/** Columns of a list: headers with what stands below them. */
export function table(products: readonly ListedProduct[], columns: Readonly<Record<string, Cell>>): string[][] {
  return [
    Object.keys(columns),
    ...products.map((product, index) => Object.values(columns).map((cell) => cell(product, index))),
  ]
}

export const price =
  (thousands: string, decimal: string, before = '', after = ''): Cell =>
  (product) =>
    product.priceCents === null ? '' : `${before}${grouped(product.priceCents, thousands, decimal)}${after}`
export const recommended =
  (thousands: string, decimal: string, before = '', after = ''): Cell =>
  (product) =>
    product.originalPriceCents === null
      ? ''
      : `${before}${grouped(product.originalPriceCents, thousands, decimal)}${after}`
export const ean: Cell = (_product, index) => String(4_012_345_000_000 + index)
export const stock: Cell = ({ stockQuantity }) => String(stockQuantity ?? '')
