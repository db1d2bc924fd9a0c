import iconv from 'iconv-lite'
import { expect, it } from 'vitest'
import { importOf } from '../testing/read-list.ts'
import { aWorkbook } from '../testing/workbook-writer.ts'

const csv = (text: string, encoding = 'utf-8') => iconv.encode(`${text.trim().split('\n').join('\r\n')}\r\n`, encoding)

async function read(fileName: string, bytes: Buffer) {
  const { products, failed, found } = await importOf({ fileName, bytes }, {})
  const shown = products.map(({ sku, name, category, priceCents, originalPriceCents, stockQuantity, inStock }) =>
    [sku, name, category, priceCents, originalPriceCents, stockQuantity, inStock].join(' | '),
  )
  return { shown, failed, found }
}

it('a Dutch workbook with a letterhead and merged headers is read whole', async () => {
  const rows = [
    ['Northlight prijslijst december', null, null, null, null, null, null],
    ['Artikel', null, null, null, 'Prijs', null, 'Voorraad'],
    ['Artikelnr', 'Omschrijving', 'Productgroep', 'Merk', 'Nettoprijs', 'Adviesprijs', 'Stuks'],
    ['NL-1', 'Laserprinter A4', 'Laserprinters', 'Nord', 219.5, 279, 14],
    ['NL-2', 'Scanner', 'Scanners', 'Nord', 0.1 + 0.2 + 99, 149, 0],
  ]
  const { shown, failed } = await read('prijzen.xlsx', aWorkbook([{ name: 'Prijzen', rows }]))
  expect(failed).toEqual([])
  expect(shown).toEqual([
    'NL-1 | Laserprinter A4 | printers | 21950 | 27900 | 14 | true',
    'NL-2 | Scanner | scanners | 9930 | 14900 | 0 | false',
  ])
})

it('a Dutch list says in words what is there', async () => {
  const { shown, failed } = await read(
    'lijst.csv',
    csv(`
Bestelnr;Productnaam;Artikelgroep;Merk;Inkoopprijs;Verkoopprijs;Voorraad
A1;Inktjetprinter;Printers;Nord;€ 1.099,00;€ 1.399,00;Op voorraad
A2;Inktpatroon;Inkt;Nord;€ 19,00;€ 29,00;Uitverkocht`),
  )
  expect(failed).toEqual([])
  expect(shown).toEqual([
    'A1 | Inktjetprinter | printers | 139900 |  | 0 | true',
    'A2 | Inktpatroon | supplies | 2900 |  | 0 | false',
  ])
})

it('stock in steps counts its lower end, and a few are there without a number', async () => {
  const { shown, failed } = await read(
    'liste.csv',
    csv(
      `
Lieferanten-Artikelnr.;Hersteller;Artikelname;Kategorie;EVP brutto;HEK;Verfügb. Menge
77-1;Aurel;Bondrucker 80;Kasse;249,00;189,00;11-50
77-2;Aurel;Laser A4;Drucker;1.249,00;989,00;<5
77-3;Aurel;Scanner;Scanner;349,00;289,00;<1
77-4;Aurel;Scanner 2;Scanner;349,00;289,00;weniger als 10`,
      'win1252',
    ),
  )
  expect(failed).toEqual([])
  expect(shown).toEqual([
    '77-1 | Bondrucker 80 | pos-systems | 18900 | 24900 | 11 | true',
    '77-2 | Laser A4 | printers | 98900 | 124900 | 0 | true',
    '77-3 | Scanner | scanners | 28900 | 34900 | 0 | false',
    '77-4 | Scanner 2 | scanners | 28900 | 34900 | 0 | true',
  ])
})

it('printers by ink stand beside printers by laser, and ink among the supplies', async () => {
  const { shown } = await read(
    'gruppen.csv',
    csv(`
Artikelnummer;Bezeichnung;Warengruppe;Preis
1-1;Laser;Drucker/Laser;9,90
1-2;Strahl;Drucker/Tinte;9,90
1-3;Blau;Zubehör/Tinte;9,90`),
  )
  expect(shown.map((line) => line.split(' | ')[2])).toEqual(['printers', 'printers', 'supplies'])
})

it('a column called after the thing has its numbers when another one has the names', async () => {
  const list = (header: string) =>
    csv(`${header}\nX-100,Big printer,Printers,99.00\nX-200,Small printer,Printers,89.00`)
  expect((await read('a.csv', list('Item,Name,Category,Price'))).shown[0]).toMatch(/^X-100 \| Big printer/)
  expect((await read('a.csv', list('Artikel,Bezeichnung,Gruppe,Preis'))).shown[0]).toMatch(/^X-100 \| Big printer/)
  expect((await read('a.csv', list('Number,Item,Category,Price'))).shown[0]).toMatch(/^X-100 \| Big printer/)
  const alone = csv('Item,Category,Price\nX-100,Printers,99.00\nX-200,Printers,89.00')
  expect((await read('a.csv', alone)).shown[0]).toMatch(/^ \| X-100 \| printers/)
})
