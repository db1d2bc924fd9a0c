import {
  ean,
  ENGLISH,
  FRENCH,
  GERMAN,
  grouped,
  listedProducts,
  price,
  recommended,
  SPANISH,
  stock,
  table,
  write,
  type ListedProduct,
} from './list-writer.ts'

/** A price list as a supplier sends it, with what is to come of it. */
export interface SupplierList {
  readonly title: string
  readonly fileName: string
  readonly bytes: Buffer
  readonly products: readonly ListedProduct[]
  /** Rows that are no products: headings, sums, blank lines with separators. */
  readonly aside: number
  /** What staff must say before the preview is right, by column: number formats, and categories of values. */
  readonly answers: {
    readonly numbers?: Readonly<Record<string, 'point' | 'comma'>>
    readonly categories?: Readonly<Record<string, string>>
  }
}

const NO_ANSWERS = {}

const isAny = (products: ListedProduct[]) => products.map((each) => ({ ...each, stockQuantity: 0 }))

/** Price lists of distributors in four languages, each odd in its own way. */
export function supplierLists(): SupplierList[] {
  const many = listedProducts(60)
  return [
    {
      title: 'German, UTF-8 with a mark, semicolons, decimal commas, thousands points',
      fileName: 'Preisliste_2026.csv',
      bytes: write(
        table(many, {
          'Artikel-Nr.': ({ sku }) => sku,
          Hersteller: ({ brand }) => brand,
          Artikelbezeichnung: ({ name }) => name,
          Warengruppe: ({ category }) => GERMAN[category] ?? '',
          'EK netto': price('.', ','),
          'UVP inkl. MwSt.': recommended('.', ','),
          Lagerbestand: stock,
          EAN: ean,
        }),
        { delimiter: ';', end: '\r\n', encoding: 'utf-8', mark: true },
      ),
      products: many,
      aside: 0,
      answers: NO_ANSWERS,
    },
    {
      title: 'German, Windows-1252, letterhead above the header, headings, a line of sums',
      fileName: 'haendler.csv',
      bytes: write(
        [
          ['Händlerpreisliste Büro & Druck GmbH', '', '', '', '', '', ''],
          ['Gültig ab 01.11.2026, alle Preise in EUR zzgl. MwSt.', '', '', '', '', '', ''],
          ['', '', '', '', '', '', ''],
          ...table(many, {
            Bestellnummer: ({ sku }) => sku,
            Bezeichnung: ({ name }) => name,
            Marke: ({ brand }) => brand,
            Produktgruppe: ({ category }) => GERMAN[category] ?? '',
            'Preis (EUR)': price('.', ',', '', ' €'),
            Listenpreis: recommended('.', ',', '', ' €'),
            Verfügbar: ({ stockQuantity }) => ((stockQuantity ?? 0) > 100 ? '>100' : String(stockQuantity)),
          }),
          ['', '', '', '', '', '', ''],
          ['Summe', '', '', '', '123.456,78 €', '', '4711'],
        ],
        { delimiter: ';', end: '\r\n', encoding: 'windows-1252' },
      ),
      products: many.map((each) => ({ ...each, stockQuantity: Math.min(each.stockQuantity ?? 0, 100) })),
      aside: 2,
      answers: NO_ANSWERS,
    },
    {
      title: 'French, ISO-8859-15, spaces between thousands, the euro sign behind',
      fileName: 'tarif.csv',
      bytes: write(
        table(many, {
          'Réf. article': ({ sku }) => sku,
          Désignation: ({ name }) => name,
          Marque: ({ brand }) => brand,
          'Famille de produits': ({ category }) => (FRENCH[category] ?? '').replaceAll('’', "'"),
          'Prix HT': price('\u00a0', ',', '', ' €'),
          'Prix public conseillé': recommended('\u00a0', ',', '', ' €'),
          'Qté disponible': stock,
          'Code-barres': ean,
        }),
        { delimiter: ';', end: '\r\n', encoding: 'iso-8859-15' },
      ),
      products: many,
      aside: 0,
      answers: NO_ANSWERS,
    },
    {
      title: 'French, Mac OS Roman, tabs, line ends of old Macs, yes and no for stock',
      fileName: 'catalogue mac.txt',
      bytes: write(
        table(many, {
          Référence: ({ sku }) => sku,
          'Libellé produit': ({ name }) => name,
          Fabricant: ({ brand }) => brand,
          Catégorie: ({ category }) => FRENCH[category] ?? '',
          'Prix achat HT': price(' ', ','),
          'Tarif public TTC': recommended(' ', ','),
          Disponible: ({ inStock }) => (inStock ? 'oui' : 'non'),
        }),
        { delimiter: '\t', end: '\r', encoding: 'macintosh' },
      ),
      products: isAny(many),
      aside: 0,
      answers: NO_ANSWERS,
    },
    {
      title: 'English, UTF-16 with a mark, tabs, thousands commas, currency codes',
      fileName: 'price book.csv',
      bytes: write(
        table(many, {
          'Item No.': ({ sku }) => sku,
          Manufacturer: ({ brand }) => brand,
          'Product title': ({ name }) => name,
          'Long description': ({ name }) => `All about ${name}.`,
          'Product group': ({ category }) => ENGLISH[category] ?? '',
          'Price (net)': price(',', '.', 'USD '),
          RRP: recommended(',', '.', 'USD '),
          'Qty on hand': stock,
          'Min. order qty': () => '1',
        }),
        { delimiter: '\t', end: '\r\n', encoding: 'utf-16le', mark: true },
      ),
      products: many,
      aside: 0,
      answers: NO_ANSWERS,
    },
    {
      title: 'English, UTF-8, commas, dollar signs, stock in words',
      fileName: 'feed.csv',
      bytes: write(
        table(many, {
          'Mfr Part #': ({ sku }) => `MP-${sku}`,
          SKU: ({ sku }) => sku,
          Brand: ({ brand }) => brand,
          Description: ({ name }) => name,
          Category: ({ category }) => ENGLISH[category] ?? '',
          'Dealer Cost': price(',', '.', '$'),
          MSRP: recommended(',', '.', '$'),
          Availability: ({ inStock }) => (inStock ? 'In Stock' : 'Out of stock'),
          'ETA date': () => '2026-12-24',
          UPC: ean,
        }),
        { delimiter: ',', end: '\n', encoding: 'utf-8' },
      ),
      products: isAny(many),
      aside: 0,
      answers: NO_ANSWERS,
    },
    {
      title: 'Swiss, Windows-1252, apostrophes between thousands, pipes',
      fileName: 'schweiz.csv',
      bytes: write(
        table(many, {
          Artikelnummer: ({ sku }) => sku,
          Kurztext: ({ name }) => name,
          Herstellername: ({ brand }) => brand,
          Artikelgruppe: ({ category }) => GERMAN[category] ?? '',
          'HEK CHF': price("'", '.'),
          'Listenpreis CHF': recommended("'", '.'),
          'Bestand (Stk.)': ({ stockQuantity }) => `${stockQuantity} Stk.`,
        }),
        { delimiter: '|', end: '\r\n', encoding: 'windows-1252' },
      ),
      products: many,
      aside: 0,
      answers: NO_ANSWERS,
    },
    {
      title: 'Spanish, code page 850 of DOS, semicolons, a separator line for Excel',
      fileName: 'TARIFA.CSV',
      bytes: Buffer.concat([
        Buffer.from('sep=;\r\n'),
        write(
          table(many, {
            'Código artículo': ({ sku }) => sku,
            Denominación: ({ name }) => name,
            Marca: ({ brand }) => brand,
            Familia: ({ category }) => SPANISH[category] ?? '',
            'Precio neto': price('.', ','),
            'PVP recomendado': recommended('.', ','),
            Existencias: stock,
          }),
          { delimiter: ';', end: '\r\n', encoding: 'cp850' },
        ),
      ]),
      products: many,
      aside: 0,
      answers: NO_ANSWERS,
    },
    {
      title: 'whole prices with thousands points only, which could be decimals',
      fileName: 'ganze preise.csv',
      bytes: write(
        table(
          many.map((each) => ({ ...each, priceCents: 123_400 + Number(each.sku.slice(-2)) * 100_000 })),
          {
            Nummer: () => '',
            'Art.-Nr': ({ sku }) => sku,
            Produkt: ({ name }) => name,
            Hersteller: ({ brand }) => brand,
            Gruppe: ({ category }) => GERMAN[category] ?? '',
            VK: (product) => grouped(product.priceCents ?? 0, '.', ',').slice(0, -3),
            Menge: stock,
          },
        ),
        { delimiter: ';', end: '\r\n', encoding: 'utf-8' },
      ),
      products: many.map((each) => ({
        ...each,
        priceCents: 123_400 + Number(each.sku.slice(-2)) * 100_000,
        originalPriceCents: null,
      })),
      aside: 0,
      answers: { numbers: { VK: 'comma' } },
    },
    {
      title: 'groups of products that only the dealer knows',
      fileName: 'own groups.csv',
      bytes: write(
        table(many, {
          'Item Code': ({ sku }) => sku,
          'Item Description': ({ name }) => name,
          Vendor: ({ brand }) => brand,
          Class: ({ category }) => ({ printers: 'A1', 'photo-printers': 'A2' })[category] ?? ENGLISH[category] ?? '',
          'Your price': price('', '.'),
          'List price': recommended('', '.'),
          Stock: ({ stockQuantity }) => (stockQuantity === 0 ? 'sold out' : `${stockQuantity}.00`),
        }),
        { delimiter: ',', end: '\r\n', encoding: 'utf-8' },
      ),
      products: many,
      aside: 0,
      answers: { categories: { A1: 'printers', A2: 'photo-printers' } },
    },
    {
      title: 'prices on request, "–" for none, empty cells behind the last column, empty lines',
      fileName: 'export (3).csv',
      bytes: write(
        [
          ['Artikel-Nr.', 'Bezeichnung', 'Marke', 'Kategorie', 'Preis', 'UVP', 'Bestand', '', ''],
          ...many.flatMap((each, index) => [
            [
              each.sku,
              each.name,
              each.brand,
              GERMAN[each.category] ?? '',
              index % 10 === 4 ? '–' : grouped(each.priceCents ?? 0, '.', ','),
              index % 10 === 4 ? '' : grouped(each.originalPriceCents ?? 0, '.', ','),
              String(each.stockQuantity),
              '',
              '',
            ],
            ...(index % 20 === 19 ? [['', '', '', '', '', '', '', '', '']] : []),
          ]),
          ['Ende der Liste', '', '', '', '', '', '', '', ''],
        ],
        { delimiter: ';', end: '\r\n', encoding: 'windows-1252' },
      ),
      products: many.map((each, index) =>
        index % 10 === 4 ? { ...each, priceCents: 0, originalPriceCents: null, inStock: false } : each,
      ),
      aside: 4,
      answers: NO_ANSWERS,
    },
    {
      title: '20,000 rows',
      fileName: 'gross.csv',
      bytes: write(
        table(listedProducts(20_000, 'G'), {
          Artikelnummer: ({ sku }) => sku,
          Artikelname: ({ name }) => name,
          Hersteller: ({ brand }) => brand,
          Warengruppe: ({ category }) => GERMAN[category] ?? '',
          Nettopreis: price('.', ','),
          UVP: recommended('.', ','),
          Lager: stock,
        }),
        { delimiter: ';', end: '\r\n', encoding: 'windows-1252' },
      ),
      products: listedProducts(20_000, 'G'),
      aside: 0,
      answers: NO_ANSWERS,
    },
  ]
}
