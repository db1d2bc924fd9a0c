import { aProduct } from '../../testing/product-builder.ts'
import type { Described, Trait } from './task.ts'
import { withLinks } from './demo-described.ts'
import { GERMAN_LINES, type Line } from './german-lines.ts'

/**
 * A wholesaler's list: abbreviations in the name, technical data as one text, lists of models that a supply fits.
 */
const LINES: Readonly<Record<string, readonly Line[]>> = {
  printers: [
    {
      brand: 'HP',
      name: 'HP LJ M110we A4 mono laser 20ppm WLAN',
      price: 109,
      data: 'A4 laser, 20 ppm, USB/WLAN, 150 sheets, 51 dB(A), 5.3 kg, AirPrint',
      traits: 'prints office laser mono wifi mac light',
    },
    {
      brand: 'Brother',
      name: 'Brother HL-L2310D mono laser 30ppm duplex',
      price: 129,
      data: 'Printing: mono laser A4, auto duplex\nSpeed: 30 ppm\nInterface: USB\nWeight: 7,2 kg\nPaper sizes: A4, Letter, Legal',
      traits: 'prints office laser mono duplex legal light',
    },
    {
      brand: 'Brother',
      name: 'Brother HL-L5210DN A4 mono 48ppm LAN dplx',
      price: 269,
      data: 'Technology: Laser b/w\nTwo-sided print: yes\nInterface: USB, Gigabit LAN\nSpeed: 48 ppm\nWeight: 11.6 kg\nPaper sizes: A4, Letter, Legal',
      traits: 'prints office laser mono duplex ethernet 35ppm legal',
    },
    {
      brand: 'HP',
      name: 'HP CLJ Pro 3202dw A4 color laser 25ppm',
      price: 299,
      data: 'Colour laser printer; duplex unit; USB, LAN, WLAN; 25 pages/min; AirPrint, Mopria; 47 dB(A); 16,5 kg',
      traits: 'prints office laser color duplex wifi ethernet mac quiet',
    },
    {
      brand: 'Lexmark',
      name: 'Lexmark CS531dw clr laser 33ppm',
      price: 389,
      data: 'Print technology: Colour laser\nDuplex: yes\nNetwork: Gigabit Ethernet, WLAN\nSpeed: 33 ppm\nMax. paper: Legal (216 x 356 mm)\nWeight: 21.6 kg',
      traits: 'prints office laser color duplex wifi ethernet legal',
    },
    {
      brand: 'Canon',
      name: 'Canon MF657Cdw MFP 4in1 colour laser 21ppm',
      price: 479,
      data: 'Functions: print, copy, scan, fax\nDuplex: yes\nADF: 50 sheets, DADF both sides in one pass\nInterface: USB / LAN / WLAN\nWeight: 22,5 kg',
      traits: 'prints office laser color duplex scans copies faxes wifi ethernet feeder',
    },
    {
      brand: 'Epson',
      name: 'Epson WF-7840DTWF A3+ inkjet MFP 4-in-1',
      price: 249,
      data: 'A3+ colour inkjet; print/scan/copy/fax; 25 ppm; WLAN, LAN, USB; duplex up to A3; borderless A3+; 20,9 kg; AirPrint',
      traits: 'prints office inkjet color duplex scans copies faxes wifi ethernet a3 borderless mac legal',
    },
    {
      brand: 'Canon',
      name: 'Canon PIXMA G3570 refillable ink tank MFP 3in1',
      price: 199,
      data: 'Inkjet with ink tanks, colour; print/copy/scan; WLAN, USB; 11 ipm; borderless 10x15 to A4; 6.0 kg; AirPrint; 49 dB(A)',
      traits: 'prints office inkjet tanks color scans copies wifi borderless mac light quiet',
    },
    {
      brand: 'HP',
      name: 'HP OfficeJet 250 mobile AiO inkjet',
      price: 369,
      data: 'Portable all-in-one with battery; colour inkjet; print, scan, copy; WLAN, Bluetooth, USB; 10 ppm; 2.96 kg',
      traits: 'prints office inkjet color scans copies wifi bluetooth portable light',
    },
    {
      brand: 'Canon',
      name: 'Canon TR150 travel printer',
      price: 219,
      data: 'Mobile inkjet printer, battery optional; colour; WLAN, USB; borderless A4; 2,1 kg; AirPrint',
      traits: 'prints office inkjet color wifi portable borderless mac light',
    },
    {
      brand: 'Kyocera',
      name: 'Kyocera PA2000w A4 laser s/w 20ppm WLAN',
      price: 99,
      data: 'Monochrome laser\nFirst page: 8.1 s\nInterfaces: USB 2.0, Wi-Fi\nNoise: 48 dB(A)\nWeight: 6.7 kg',
      traits: 'prints office laser mono wifi light quiet',
    },
  ],
  'photo-printers': [
    {
      brand: 'Canon',
      name: 'Canon CP1300 photo printer 10x15',
      price: 119,
      data: 'Dye-sublimation; 10 x 15 cm borderless; WLAN, USB; 0,86 kg; AirPrint',
      traits: 'prints photo color wifi borderless mac light 4x6',
    },
    {
      brand: 'Epson',
      name: 'Epson SureLab D1070 dry lab',
      price: 2490,
      data: 'Inkjet 6 colours; roll 10–21 cm; 102 x 152 mm prints; USB, LAN; 25 kg',
      traits: 'prints photo inkjet color ethernet 4x6',
    },
    {
      brand: 'Fujifilm',
      name: 'Fujifilm Instax Link Wide',
      price: 149,
      data: 'Instant film smartphone printer; Bluetooth; pocket size; 0.34 kg',
      traits: 'prints photo color bluetooth portable light',
    },
  ],
  scanners: [
    {
      brand: 'Fujitsu',
      name: 'Fujitsu fi-8150 doc scanner A4 50ppm',
      price: 899,
      data: 'ADF duplex scanner, 50 ppm / 100 ipm; 100 sheets; USB 3.2, Gigabit LAN; 4 kg',
      traits: 'scanner feeder 50ppm 35ppm both-sides ethernet light',
    },
    {
      brand: 'Canon',
      name: 'Canon P-208II',
      price: 219,
      data: 'Portable scanner, 8 ppm, both sides, ADF 10 sheets, USB powered, 0.6 kg',
      traits: 'scanner portable feeder both-sides light',
    },
    {
      brand: 'Canon',
      name: 'Canon LiDE 300 A4 flatbed',
      price: 69,
      data: 'Flatbed; 2400 dpi; USB powered; 1.7 kg; without ADF',
      traits: 'scanner light',
    },
    {
      brand: 'Brother',
      name: 'Brother ADS-2800W network scanner',
      price: 499,
      data: 'Network document scanner LAN/WLAN/USB, 40 ppm duplex, ADF 50 sheets, 4.5 kg',
      traits: 'scanner feeder 35ppm both-sides ethernet wifi light',
    },
  ],
  'pos-systems': [
    {
      brand: 'Epson',
      name: 'Epson TM-m30III bon printer 80mm USB/LAN/BT',
      price: 289,
      data: 'Thermal receipt printer; 80 mm; USB, LAN, Bluetooth; 300 mm/s',
      traits: 'prints receipts ethernet bluetooth',
    },
    {
      brand: 'Citizen',
      name: 'Citizen CT-S310II POS printer USB/RS232',
      price: 189,
      data: 'Thermal receipt printer, 80 mm, cutter',
      traits: 'prints receipts',
    },
  ],
  'business-solutions': [
    {
      brand: 'Brother',
      name: 'Brother QL-820NWB label printer',
      price: 199,
      data: 'Direct thermal label printer; 62 mm; USB, LAN, WLAN, Bluetooth; cutter',
      traits: 'prints labels ethernet wifi bluetooth',
    },
    {
      brand: 'Zebra',
      name: 'Zebra ZD411d 203dpi USB BT',
      price: 319,
      data: 'Label printer, direct thermal, 2 inch, USB, Bluetooth LE',
      traits: 'prints labels bluetooth',
    },
    {
      brand: 'Godex',
      name: 'Godex G500 label printer 4 inch',
      price: 259,
      data: 'Thermal transfer; USB / RS232 / LAN; 5 ips',
      traits: 'prints labels ethernet',
    },
  ],
  supplies: [
    {
      brand: 'Brother',
      name: 'TN-2410 toner black 1.2k HL-L2310D/L2350DW/L2370DN',
      price: 46,
      fields: {
        fits: ['HL-L2310D', 'HL-L2350DW', 'HL-L2370DN'],
        pageYield: 1200,
        supplyColor: 'black',
      },
      traits: 'supply toner black',
    },
    {
      brand: 'Brother',
      name: 'DR-2400 drum 12k HL-L2310D',
      price: 79,
      data: 'Drum unit (OPC), without toner',
      fields: { fits: ['HL-L2310D'], pageYield: 12_000 },
      traits: 'supply drum',
    },
    {
      brand: 'HP',
      name: 'W1500A (150A) toner bk 975 p. LJ M110/M111/M140',
      price: 52,
      fields: { fits: ['LJ M110we'], pageYield: 975, supplyColor: 'black' },
      traits: 'supply toner black',
    },
    {
      brand: 'Canon',
      name: 'GI-53 BK ink bottle 170 ml PIXMA G3570/G2570/G1530',
      price: 14,
      fields: { fits: ['PIXMA G3570', 'PIXMA G2570'], pageYield: 6000, supplyColor: 'black' },
      traits: 'supply ink black',
    },
    {
      brand: 'Canon',
      name: 'GI-53 Y ink bottle 60 ml PIXMA G3570',
      price: 12,
      fields: { fits: ['PIXMA G3570'], pageYield: 3000, supplyColor: 'yellow' },
      traits: 'supply ink yellow',
    },
    {
      brand: 'Epson',
      name: '405XL ink cartridge black WF-7840DTWF',
      price: 44,
      fields: { fits: ['WF-7840DTWF'], pageYield: 1100, supplyColor: 'black' },
      traits: 'supply ink black',
    },
    {
      brand: 'Lexmark',
      name: 'Imaging unit CS531/CX532 photoconductor 100k',
      price: 189,
      fields: { fits: ['CS531dw'] },
      traits: 'supply drum',
    },
    {
      brand: '',
      name: 'Thermal rolls 80/80/12 mm, 50 pcs, BPA free receipt paper',
      price: 59,
      traits: 'supply paper receipts',
    },
    {
      brand: '',
      name: 'Thermal rolls 57/40/12 mm, 50 pcs, receipt paper',
      price: 39,
      traits: 'supply paper receipts',
    },
    {
      brand: 'Zebra',
      name: 'Z-Select 2000D labels 102x152 mm, 12 rolls',
      price: 79,
      fields: { fits: ['ZD421', 'ZD621'] },
      traits: 'supply labels',
    },
    {
      brand: 'Canon',
      name: 'KP-108IN ink + photo paper set 10x15, 108 sheets',
      price: 39,
      fields: { fits: ['CP1300'] },
      traits: 'supply paper ink',
    },
    {
      brand: 'Mondi',
      name: 'Mondi copy paper A4 80g 500 sh. white',
      price: 5,
      traits: 'supply paper',
    },
  ],
}

/** A wholesaler's list, some of it in German, as a price list import stores it. */
export function distributorCatalog(): readonly Described[] {
  let id = 0
  return withLinks(
    [...Object.entries(LINES), ...Object.entries(GERMAN_LINES)].flatMap(([category, lines]) =>
      lines.map(({ brand, name, price, data = '', fields, traits }) => {
        const product = aProduct({
          id: ++id,
          category,
          brand,
          name,
          priceCents: price * 100,
          description: '',
          specifications: data,
          ...fields,
        })
        const own = traits.split(' ') as Trait[]
        return { product, traits: new Set(own.includes('mac') ? [...own, 'iphone' as const] : own) }
      }),
    ),
  )
}
