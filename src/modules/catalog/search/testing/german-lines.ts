import type { Product } from '../../domain/product.ts'

export interface Line {
  readonly brand: string
  readonly name: string
  readonly price: number
  readonly data?: string
  readonly fields?: Partial<Product>
  readonly traits: string
}

/** What stands in German on a wholesaler's list, with its data in German too. */
export const GERMAN_LINES: Readonly<Record<string, readonly Line[]>> = {
  printers: [
    {
      brand: 'Ricoh',
      name: 'Ricoh P C375 Farblaserdrucker A4',
      price: 429,
      data: 'Drucktechnologie: Farblaser\nDruckgeschwindigkeit: 37 S./Min.\nDuplex: ja\nSchnittstellen: USB, LAN\nGewicht: 30,5 kg',
      traits: 'prints office laser color duplex ethernet 35ppm',
    },
    {
      brand: 'OKI',
      name: 'OKI B432dn S/W-Laserdrucker',
      price: 209,
      data: 'Laser, schwarzweiß\n40 Seiten/Min\nbeidseitiger Druck automatisch\nAnschluss: USB / Netzwerk RJ45',
      traits: 'prints office laser mono duplex ethernet 35ppm',
    },
    {
      brand: 'Pantum',
      name: 'Pantum P2206 A4 laser s/w',
      price: 89,
      data: 'Duplexdruck: manuell\nAnschluss: USB\nWLAN: nein\nGewicht: 6,8 kg\n22 S./Min.',
      traits: 'prints office laser mono light',
    },
    {
      brand: 'Epson',
      name: 'Epson WF-C4310DW Multifunktionsgerät Tinte Farbe 4in1',
      price: 219,
      data: 'Funktionen: Drucken, Kopieren, Scannen, Faxen\nTechnologie: Tintenstrahl\nDuplexdruck: ja\nVorlageneinzug: 35 Blatt\nSchnittstellen: USB, WLAN\nGewicht: 9,6 kg',
      traits: 'prints office inkjet color duplex scans copies faxes wifi feeder light',
    },
    {
      brand: 'OKI',
      name: 'OKI ML1120eco Nadeldrucker',
      price: 259,
      data: '9 Nadeln; USB, parallel',
      traits: 'prints office',
    },
  ],
  scanners: [
    {
      brand: 'Avision',
      name: 'Avision AD345 Dokumentenscanner',
      price: 459,
      data: 'Vorlageneinzug 100 Blatt; 60 S./Min.; Duplex; USB, LAN',
      traits: 'scanner feeder 50ppm 35ppm both-sides ethernet',
    },
    {
      brand: 'Plustek',
      name: 'Plustek OpticFilm 8200i Filmscanner',
      price: 349,
      data: 'Dias und Negative; USB',
      traits: 'scanner film',
    },
  ],
  'barcode-scanners': [
    {
      brand: 'Newland',
      name: 'Newland HR1580-BT Handscanner schnurlos',
      price: 159,
      data: 'Bluetooth; 1D',
      traits: 'barcodes bluetooth cordless',
    },
  ],
  'pos-systems': [
    {
      brand: 'Metapace',
      name: 'Metapace T-3II Bondrucker',
      price: 149,
      data: 'Thermodirekt; 80 mm; USB, LAN',
      traits: 'prints receipts ethernet',
    },
    {
      brand: 'Glancetron',
      name: 'Glancetron 8045 Kassenlade',
      price: 89,
      data: '24 V, RJ12',
      traits: 'drawer',
    },
  ],
  'business-solutions': [
    {
      brand: 'TSC',
      name: 'TSC TE210 Etikettendrucker',
      price: 249,
      data: 'Thermotransfer; USB, LAN',
      traits: 'prints labels ethernet',
    },
  ],
  supplies: [
    {
      brand: '',
      name: 'Versandetiketten 100x150 mm, 500 St.',
      price: 19,
      traits: 'supply labels',
    },
    {
      brand: '',
      name: 'Thermorollen 80/80/12 mm, BPA-frei',
      price: 55,
      data: 'Thermopapier',
      traits: 'supply paper receipts',
    },
    {
      brand: 'Epson',
      name: 'Tinte schwarz 408L WF-C4310DW',
      price: 31,
      fields: { fits: ['WF-C4310DW'], supplyColor: 'black' },
      traits: 'supply ink black',
    },
    {
      brand: 'OKI',
      name: 'Trommel B432dn',
      price: 99,
      data: 'Bildtrommel',
      fields: { fits: ['B432dn'] },
      traits: 'supply drum',
    },
  ],
}
