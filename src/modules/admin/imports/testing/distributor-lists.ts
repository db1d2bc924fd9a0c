import iconv from 'iconv-lite'
import { aWorkbook } from './workbook-writer.ts'

/** What a row of a list is to become: number, name, brand, category, price and original price in cents, pieces, in stock. */
export type ExpectedProduct = readonly [
  sku: string,
  name: string,
  brand: string,
  category: string,
  priceCents: number,
  originalPriceCents: number | null,
  stockQuantity: number,
  inStock: boolean,
]

/** A price list copied by eye from those that distributors send, with names and prices of our own. */
export interface DistributorList {
  readonly title: string
  readonly fileName: string
  readonly bytes: Buffer
  readonly products: readonly ExpectedProduct[]
  /** Lines that are no products. */
  readonly aside: number
  /** What staff must still say: values of the category column that nobody outside could know. */
  readonly categories?: Readonly<Record<string, string>>
}

function lines(text: string, encoding: string, { end = '\r\n', mark = false } = {}): Buffer {
  return iconv.encode(text.slice(1, -1).split('\n').join(end) + end, encoding, { addBOM: mark })
}

const MANY = 20_000
const KINDS = [
  ['Laser Printers', 'printers'],
  ['Ink & Toner', 'supplies'],
  ['Mobile Computing > Barcode Scanners', 'barcode-scanners'],
  ['Document Scanners', 'scanners'],
  ['POS Peripherals', 'pos-systems'],
] as const

/** 20,000 rows of a feed that a program wrote: numbers with six decimals, every cell in quotation marks. */
function bigFeed(): DistributorList {
  const products: ExpectedProduct[] = []
  const rows = ['"VendorPartNumber","VendorName","Title","ProductCategory","CustomerPrice","MSRP","QtyAvailable"']
  for (let index = 0; index < MANY; index += 1) {
    const [words, category] = KINDS[index % KINDS.length] ?? KINDS[0]
    const cents = 900 + ((index * 7919) % 300_000)
    const pieces = index % 11 === 0 ? 0 : index % 90
    const name = `Model ${index}, 24" series`
    rows.push(
      `"N${200_000 + index}","Northlight","Model ${index}, 24"" series","${words}","${(cents / 100).toFixed(6)}","${(cents / 50).toFixed(2)}","${pieces}.00"`,
    )
    products.push([`N${200_000 + index}`, name, 'Northlight', category, cents, cents * 2, pieces, pieces > 0])
  }
  return {
    title: '20,000 rows with six decimals and everything in quotation marks',
    fileName: 'feed_20261123.csv',
    bytes: Buffer.from(`${rows.join('\n')}\n`),
    products,
    aside: 0,
  }
}

/** Twelve lists in English, German, French and Spanish. */
export function distributorLists(): DistributorList[] {
  return [
    {
      title: 'English, a broadline distributor: two lines of title, weights, a note at the end',
      fileName: 'PRICE_FILE.CSV',
      bytes: lines(
        `
Northlight Distribution Inc. - Reseller Price File,,,,,,,,,
"Effective 11/23/2026, prices in USD",,,,,,,,,
Part Number,Mfr,Mfr Part No,Item Description,Sub-Category,Reseller Buy Price,List Price,Avail Qty,UPC Code,Weight (lb)
10448211,Halden,HL-2460,"Halden HL-2460, mono laser, duplex",Laser Printers,"1,099.00","1,349.00",14,012345678905,24.2
10448212,Halden,HL-77,Halden HL-77 photo printer,Photo Printers,89.50,119.99,0,012345678912,7.1
10448213,Morrow,DS-30,Morrow DS-30 sheetfed scanner,Scanners - Document,249.00,299.00,1204,012345678929,4
Prices subject to change without notice. E&OE.,,,,,,,,,
`,
        'utf-8',
      ),
      products: [
        ['10448211', 'Halden HL-2460, mono laser, duplex', 'Halden', 'printers', 109_900, 134_900, 14, true],
        ['10448212', 'Halden HL-77 photo printer', 'Halden', 'photo-printers', 8_950, 11_999, 0, false],
        ['10448213', 'Morrow DS-30 sheetfed scanner', 'Morrow', 'scanners', 24_900, 29_900, 1204, true],
      ],
      aside: 1,
    },
    {
      title: 'English, UTF-16 with tabs, pounds, trade price and recommended price with VAT',
      fileName: 'Trade price list Nov.csv',
      bytes: lines(
        `
Stock Code\tRange\tProduct Name\tMake\tTrade Price (ex VAT)\tRRP inc VAT\tFree Stock\tDue In\tDue Date
AL-100\tInkjet Printers\tAldous Jet 100\tAldous\t£74.99\t£109.99\t25+\t40\t01/12/2026
AL-200\tLabel & Receipt Printers\tAldous Receipt 200\tAldous\t£1,204.50\t£1,739.99\tNil\t0\t
AL-300\tInk Cartridges\tAldous ink 300 (cyan)\tAldous\t£9.00\t£13.99\t7\t0\t
`,
        'utf-16le',
        { mark: true },
      ),
      products: [
        ['AL-100', 'Aldous Jet 100', 'Aldous', 'printers', 7_499, 10_999, 25, true],
        ['AL-200', 'Aldous Receipt 200', 'Aldous', 'pos-systems', 120_450, 173_999, 0, false],
        ['AL-300', 'Aldous ink 300 (cyan)', 'Aldous', 'supplies', 900, 1_399, 7, true],
      ],
      aside: 0,
    },
    {
      title: 'German, Windows-1252: short headers, two names of which one is longer, line of totals',
      fileName: 'HPL_2026_11.csv',
      bytes: lines(
        `
Art.Nr.;Herst.-Art.Nr.;Herst.;Bez. 1;Bez. 2;WGR-Bez.;HEK;UVP;VPE;Verf. Best.;EAN-Code
4711;GX-1;Grünfeld;Grünfeld GX-1 Laserdrucker;A4, Duplex, 38 S./Min.;Drucker S/W-Laser;"1.299,00";"1.599,00";1;12;4012345678901
4712;GX-2;Grünfeld;Grünfeld GX-2 Tintenstrahldrucker;A3, Farbe;Drucker Tinte;199,9;249,00;1;0;4012345678918
4713;;Königs;Königs Toner schwarz für GX-1;6.000 Seiten;Verbrauchsmaterial Toner;64,05;79,90;5;1.250;4012345678925
Gesamt: 3 Artikel;;;;;;;;;;
`,
        'windows-1252',
      ),
      products: [
        ['4711', 'Grünfeld GX-1 Laserdrucker', 'Grünfeld', 'printers', 129_900, 159_900, 12, true],
        ['4712', 'Grünfeld GX-2 Tintenstrahldrucker', 'Grünfeld', 'printers', 19_990, 24_900, 0, false],
        ['4713', 'Königs Toner schwarz für GX-1', 'Königs', 'supplies', 6_405, 7_990, 1250, true],
      ],
      aside: 1,
    },
    {
      title: 'German, XLSX: letterhead, blank columns, numbers as numbers, groups as headings',
      fileName: 'Händlerpreise.xlsx',
      bytes: aWorkbook([
        {
          name: 'Preisliste',
          rows: [
            ['Büro-Großhandel Königs KG', null, null, null, null, null, null, null],
            ['Stand: 23.11.2026', null, null, null, null, null, null, null],
            [],
            ['Artikelnr', null, 'Beschreibung', 'Hersteller', 'Artikelgruppe', 'Ihr Preis', 'Empf. VK', 'Lagerstand'],
            ['Scanner', null, null, null, null, null, null, null],
            ['K-1', null, 'Königs Scan 40 Dokumentenscanner', 'Königs', 'Scanner', 329.9, 399, 4],
            ['K-2', null, 'Königs Scan 80', 'Königs', 'Scanner', 1049.5, 1299, 0],
            ['Kassen', null, null, null, null, null, null, null],
            ['K-3', null, 'Königs Bondrucker 80 mm', 'Königs', 'Kassenzubehör', 149, 189.9, 17],
          ],
        },
      ]),
      products: [
        ['K-1', 'Königs Scan 40 Dokumentenscanner', 'Königs', 'scanners', 32_990, 39_900, 4, true],
        ['K-2', 'Königs Scan 80', 'Königs', 'scanners', 104_950, 129_900, 0, false],
        ['K-3', 'Königs Bondrucker 80 mm', 'Königs', 'pos-systems', 14_900, 18_990, 17, true],
      ],
      aside: 2,
    },
    {
      title: 'French, Windows-1252: abbreviations of the trade, no brand but a family',
      fileName: 'TARIF REVENDEUR.csv',
      bytes: lines(
        `
Code art.;Réf. fabricant;Libellé;Marque;Sous-famille;PA HT;PPC TTC;Eco-part.;Stock dispo;Gencod
0004512;LX-9;Imprimante laser Lumière LX-9;Lumière;Imprimantes laser;1 249,00;1 599,00;0,42;3;3012345678900
0004513;LX-P;Imprimante photo Lumière P;Lumière;Photo - Imprimantes;139,00;179,90;0,42;0;3012345678917
0004514;LX-T;Cartouche d'encre noire;Lumière;Consommables;18,9;24,90;0,02;118;3012345678924
`,
        'windows-1252',
      ),
      products: [
        ['0004512', 'Imprimante laser Lumière LX-9', 'Lumière', 'printers', 124_900, 159_900, 3, true],
        ['0004513', 'Imprimante photo Lumière P', 'Lumière', 'photo-printers', 13_900, 17_990, 0, false],
        ['0004514', "Cartouche d'encre noire", 'Lumière', 'supplies', 1_890, 2_490, 118, true],
      ],
      aside: 0,
    },
    {
      title: 'French, UTF-8 without a mark, old Mac line ends, availability in words',
      fileName: 'catalogue.csv',
      bytes: lines(
        `
Référence;Nom du produit;Fabricant;Type de produit;Prix d'achat;Prix de vente conseillé;Disponibilité
É-1;Scanner Éclair à plat;Éclair;Scanners;89,00 €;119,00 €;En stock
É-2;Douchette Éclair 2D;Éclair;Lecteurs code-barres;59,50 €;79,00 €;Sur commande
É-3;Caisse tactile Éclair;Éclair;Encaissement;1 090,00 €;1 390,00 €;Rupture
`,
        'utf-8',
        { end: '\r' },
      ),
      products: [
        ['É-1', 'Scanner Éclair à plat', 'Éclair', 'scanners', 8_900, 11_900, 0, true],
        ['É-2', 'Douchette Éclair 2D', 'Éclair', 'barcode-scanners', 5_950, 7_900, 0, false],
        ['É-3', 'Caisse tactile Éclair', 'Éclair', 'pos-systems', 109_000, 139_000, 0, false],
      ],
      aside: 0,
    },
    {
      title: 'Spanish, Windows-1252: dealer price and price to the public by their initials',
      fileName: 'tarifa_distribuidor.csv',
      bytes: lines(
        `
TARIFA NOVIEMBRE 2026;;;;;;;
Ref.;Descripción;Fabricante;Subfamilia;P.V.D.;P.V.P.;Uds.;Cód. barras
ES-1;Impresora láser Señorial 20;Señorial;Impresoras láser;219,50;299,00;8;8412345678905
ES-2;Tóner Señorial 20 negro;Señorial;Consumibles;1.045,00;1.395,00;0;8412345678912
ES-3;Escáner Señorial S;Señorial;Digitalización;75;99;31;8412345678929
Precios sin IVA. Salvo error u omisión.;;;;;;;
`,
        'windows-1252',
      ),
      products: [
        ['ES-1', 'Impresora láser Señorial 20', 'Señorial', 'printers', 21_950, 29_900, 8, true],
        ['ES-2', 'Tóner Señorial 20 negro', 'Señorial', 'supplies', 104_500, 139_500, 0, false],
        ['ES-3', 'Escáner Señorial S', 'Señorial', 'scanners', 7_500, 9_900, 31, true],
      ],
      aside: 1,
    },
    {
      title: 'Spanish, UTF-8 with a mark, commas between cells and in prices',
      fileName: 'exportacion.csv',
      bytes: lines(
        `
"Código","Nombre artículo","Marca","Categoría","Precio coste","Precio venta","Stock disponible","Imagen"
"A1","Impresora fotográfica Álamo","Álamo","Impresoras fotográficas","149,00 €","199,00 €","6","https://example.com/a1.jpg"
"A2","Lector de códigos Álamo","Álamo","Lectores","1.049,90 €","1.199,00 €","0",""
`,
        'utf-8',
        { mark: true },
      ),
      products: [
        ['A1', 'Impresora fotográfica Álamo', 'Álamo', 'photo-printers', 19_900, null, 6, true],
        ['A2', 'Lector de códigos Álamo', 'Álamo', 'barcode-scanners', 119_900, null, 0, false],
      ],
      aside: 0,
      categories: { Lectores: 'barcode-scanners' },
    },
    {
      title: 'English, two lines of header, empty columns between, line breaks in cells',
      fileName: 'matrix.csv',
      bytes: lines(
        `
,,,Product,,,Pricing (EUR),,,Inventory
SKU,,Brand,Title,Category,,Net,Was,,On hand
B-1,,Brook,"Brook One
all-in-one, white",Multifunction Printers,,199.00,229.00,,12
B-2,,Brook,Brook Two,Wide Format,,"2,499.00","2,799.00",,1
,,,,,,,,,
B-3,,Brook,"Brook ""Mini"" scanner",Handheld Barcode Scanners,,59.00,,,0
`,
        'utf-8',
      ),
      products: [
        ['B-1', 'Brook One all-in-one, white', 'Brook', 'printers', 19_900, 22_900, 12, true],
        ['B-2', 'Brook Two', 'Brook', 'business-solutions', 249_900, 279_900, 1, true],
        ['B-3', 'Brook "Mini" scanner', 'Brook', 'barcode-scanners', 5_900, null, 0, false],
      ],
      aside: 1,
    },
    {
      title: 'German, Mac OS Roman with tabs, prices on request and without cents',
      fileName: 'Liste für Händler.txt',
      bytes: lines(
        `
Bestell-Nr.\tProduktname\tMarke\tProduktkategorie\tNetto-EK (€)\tListenpreis (€)\tLieferbar
M-1\tMöwe Büro 1\tMöwe\tMultifunktionsgeräte\t449,-\t599,-\tja
M-2\tMöwe Groß 2\tMöwe\tGroßformatdrucker\t3.890,-\t4.990,-\tnein
M-3\tMöwe Größe 3\tMöwe\tEtikettendrucker\t289,50\t349,-\tsofort
`,
        'macintosh',
        { end: '\r' },
      ),
      products: [
        ['M-1', 'Möwe Büro 1', 'Möwe', 'printers', 44_900, 59_900, 0, true],
        ['M-2', 'Möwe Groß 2', 'Möwe', 'business-solutions', 389_000, 499_000, 0, false],
        ['M-3', 'Möwe Größe 3', 'Möwe', 'printers', 28_950, 34_900, 0, true],
      ],
      aside: 0,
    },
    {
      title: 'English, XLSX: a cover sheet, price breaks, mixed groups that only the dealer knows',
      fileName: 'Dealer Net.xlsx',
      bytes: aWorkbook([
        { name: 'Cover', rows: [['Dealer net price book'], ['Confidential']] },
        {
          name: 'Prices',
          rows: [
            ['Model #', 'Product', 'Line', 'Dealer net', 'MAP', 'MSRP', 'Qty', 'Lead time (days)'],
            ['T-100', 'Tarn receipt printer', 'R2', 199.99, 249, 279.99, 40, 3],
            ['T-200', 'Tarn kiosk scanner', 'S7', 89.5, 99, 129, 0, 10],
            ['T-300', 'Tarn office printer', 'Printers', 1299, 1399, 1499.99, 2, 3],
          ],
        },
      ]),
      products: [
        ['T-100', 'Tarn receipt printer', '', 'pos-systems', 19_999, 27_999, 40, true],
        ['T-200', 'Tarn kiosk scanner', '', 'barcode-scanners', 8_950, 12_900, 0, false],
        ['T-300', 'Tarn office printer', '', 'printers', 129_900, 149_999, 2, true],
      ],
      aside: 0,
      categories: { R2: 'pos-systems', S7: 'barcode-scanners' },
    },
    bigFeed(),
  ]
}
