import type { FinderAnswers } from '../../domain/finder.ts'
import type { FacetChoices } from '../../domain/product-facets.ts'
import type { ProductFilters, ProductSort } from '../../domain/product-query.ts'
import type { Product } from '../../domain/product.ts'

/** What a person would say of a product; each catalog of the tests says it in its own way. */
export type Trait =
  | 'machine'
  | 'prints'
  | 'office'
  | 'photo'
  | 'laser'
  | 'inkjet'
  | 'tanks'
  | 'color'
  | 'mono'
  | 'duplex'
  | 'scans'
  | 'copies'
  | 'faxes'
  | 'wifi'
  | 'ethernet'
  | 'bluetooth'
  | 'a3'
  | 'plans'
  | 'receipts'
  | 'labels'
  | 'scanner'
  | 'feeder'
  | '35ppm'
  | '50ppm'
  | 'film'
  | 'portable'
  | 'barcodes'
  | 'cordless'
  | 'till'
  | 'drawer'
  | 'ink'
  | 'toner'
  | 'supply'
  | 'paper'
  | 'black'
  | 'light'
  | 'mac'
  | 'iphone'
  | 'quiet'
  | 'borderless'
  | 'legal'
  | 'both-sides'
  | 'drum'
  | '4x6'
  | 'yellow'

export interface Described {
  readonly product: Product
  readonly traits: ReadonlySet<Trait>
}

/** Something that a buyer comes for, in the buyer's words. */
export interface Task {
  readonly search: string
  readonly isRight: (described: Described) => boolean
  /** Only the first result must be right, and no other right one may be cheaper, or print cheaper pages. */
  readonly least?: 'price' | 'page'
  /** What is pressed in the filter panel for the same, each value one press; category and sort are one each. */
  readonly panel?: ProductFilters & { readonly sort?: ProductSort }
  /** What is answered in the printer finder for the same. */
  readonly finder?: Partial<FinderAnswers>
}

const has =
  (...traits: readonly Trait[]) =>
  ({ traits: own }: Described) =>
    traits.every((trait) => own.has(trait))
const named =
  (name: RegExp, ...traits: readonly Trait[]) =>
  (each: Described) =>
    has(...traits)(each) && name.test(each.product.name)
const lacks =
  (...traits: readonly Trait[]) =>
  ({ traits: own }: Described) =>
    !traits.some((trait) => own.has(trait))
const both =
  (...conditions: readonly Task['isRight'][]): Task['isRight'] =>
  (each) =>
    conditions.every((condition) => condition(each))
const notBy =
  (brand: string): Task['isRight'] =>
  ({ product }) =>
    product.brand !== brand
const upTo =
  (cents: number, ...traits: readonly Trait[]) =>
  (each: Described) =>
    has(...traits)(each) && each.product.priceCents <= cents
const fitting =
  (model: string, ...traits: readonly Trait[]) =>
  (each: Described) =>
    has(...traits)(each) && each.product.fits.some((name) => name.toLowerCase().includes(model))
const choosing = (choices: FacetChoices, filters: Task['panel'] = {}): Task['panel'] => ({ ...filters, choices })

/** Of every catalog with such products. */
export const TASKS: readonly Task[] = [
  {
    search: 'cheapest printer that prints A3',
    isRight: has('prints', 'a3'),
    least: 'price',
    panel: choosing({ paper: ['tabloid', 'large'] }, { sort: 'price-low' }),
    finder: { prints: 'photos', paper: 'tabloid' },
  },
  { search: 'tabloid printer', isRight: has('prints', 'a3'), panel: choosing({ paper: ['tabloid', 'large'] }) },
  {
    search: 'duplex color laser under $400',
    isRight: upTo(39_999, 'laser', 'color', 'duplex'),
    panel: choosing({ technology: ['laser'], color: ['yes'], duplex: ['yes'] }, { price: { most: 39_999 } }),
  },
  { search: 'two sided colour laser below 400 dollars', isRight: upTo(39_999, 'laser', 'color', 'duplex') },
  {
    search: 'cheapest color laser',
    isRight: has('laser', 'color'),
    least: 'price',
    panel: choosing({ technology: ['laser'], color: ['yes'] }, { sort: 'price-low' }),
  },
  {
    search: 'black and white laser printer',
    isRight: has('laser', 'mono'),
    panel: choosing({ technology: ['laser'], color: ['no'] }),
    finder: { pages: 2500 },
  },
  {
    search: 'mono laser with wifi',
    isRight: has('laser', 'mono', 'wifi'),
    panel: choosing({ technology: ['laser'], color: ['no'], connection: ['wifi'] }),
  },
  { search: 'colour printer', isRight: has('prints', 'color'), panel: choosing({ color: ['yes'] }) },
  {
    search: 'all in one printer with wifi',
    isRight: has('prints', 'scans', 'wifi'),
    panel: choosing({ function: ['copy'], connection: ['wifi'] }),
    finder: { scans: 'scan', connection: 'wifi' },
  },
  {
    search: 'wireless all-in-one under $250',
    isRight: upTo(24_999, 'prints', 'scans', 'wifi'),
    panel: choosing({ function: ['copy'], connection: ['wifi'] }, { price: { most: 24_999 } }),
  },
  {
    search: 'printer with fax',
    isRight: has('prints', 'faxes'),
    panel: choosing({ function: ['fax'] }),
    finder: { scans: 'fax' },
  },
  {
    search: 'multifunction laser colour with fax',
    isRight: has('laser', 'color', 'faxes'),
    panel: choosing({ technology: ['laser'], color: ['yes'], function: ['fax'] }),
  },
  { search: 'ink tank printer', isRight: has('prints', 'tanks'), panel: choosing({ technology: ['ink-tank'] }) },
  { search: 'printer that does not need cartridges', isRight: has('prints', 'tanks') },
  {
    search: 'printer with low cost per page',
    isRight: has('prints', 'office'),
    least: 'page',
    panel: { category: 'printers', sort: 'page-cost' },
  },
  { search: 'printer with cheap ink', isRight: has('prints', 'office'), least: 'page' },
  {
    search: '35 ppm duplex laser',
    isRight: has('laser', 'duplex', '35ppm'),
    panel: choosing({ technology: ['laser'], speed: ['35-49', '50-up'] }),
  },
  {
    search: 'fast laser printer',
    isRight: has('laser', '35ppm'),
    panel: choosing({ technology: ['laser'], speed: ['35-49', '50-up'] }),
    finder: { pages: 2500 },
  },
  {
    search: 'cheap printer',
    isRight: has('prints', 'office'),
    least: 'price',
    panel: { category: 'printers', sort: 'price-low' },
  },
  {
    search: 'network printer',
    isRight: has('prints', 'ethernet'),
    panel: choosing({ function: ['print'], connection: ['ethernet'] }),
    finder: { connection: 'ethernet' },
  },
  {
    search: 'ethernet laser printer',
    isRight: has('laser', 'ethernet'),
    panel: choosing({ technology: ['laser'], connection: ['ethernet'] }),
  },
  {
    search: 'photo printer',
    isRight: has('photo'),
    panel: { category: 'photo-printers' },
    finder: { prints: 'photos' },
  },
  {
    search: 'wide format printer for plans',
    isRight: has('prints', 'plans'),
  },
  {
    search: 'scanner that feeds 50 pages a minute',
    isRight: has('scanner', 'feeder', '50ppm'),
    panel: choosing({ speed: ['50-up'] }, { category: 'scanners' }),
  },
  {
    search: 'fast document scanner',
    isRight: has('scanner', '35ppm'),
    panel: choosing({ speed: ['35-49', '50-up'] }, { category: 'scanners' }),
  },
  { search: 'scanner with document feeder', isRight: has('scanner', 'feeder') },
  {
    search: 'cheap scanner',
    isRight: has('scanner'),
    least: 'price',
    panel: { category: 'scanners', sort: 'price-low' },
  },
  { search: 'portable scanner', isRight: has('scanner', 'portable') },
  { search: 'scan film negatives', isRight: has('scanner', 'film') },
  {
    search: 'bluetooth barcode scanner',
    isRight: has('barcodes', 'bluetooth'),
    panel: choosing({ connection: ['bluetooth'] }, { category: 'barcode-scanners' }),
  },
  { search: 'cordless bar code reader', isRight: has('barcodes', 'cordless') },
  {
    search: 'receipt printer with Bluetooth',
    isRight: has('receipts', 'prints', 'bluetooth'),
    panel: choosing({ function: ['print'], connection: ['bluetooth'] }, { category: 'pos-systems' }),
    finder: { prints: 'receipts' },
  },
  { search: 'label printer', isRight: has('labels', 'prints'), finder: { prints: 'labels' } },
  { search: 'cash drawer', isRight: has('drawer') },
  { search: 'labels for a Zebra-like printer', isRight: fitting('zebra', 'labels', 'supply') },
  { search: 'shipping labels 4x6', isRight: has('labels', 'supply') },
  { search: 'receipt paper 80 mm', isRight: named(/80 mm|80\/80/, 'paper') },
  { search: 'paper', isRight: has('paper') },
  { search: 'copy paper', isRight: named(/copy/i, 'paper') },
  { search: 'yellow toner', isRight: has('toner', 'yellow') },
  { search: 'cheap black toner', isRight: has('toner', 'black'), least: 'price' },
  { search: 'printer without wifi', isRight: both(has('prints'), lacks('wifi')) },
  { search: 'no wifi laser', isRight: both(has('laser'), lacks('wifi')) },
  {
    search: 'laser without fax',
    isRight: both(has('laser'), lacks('faxes')),
  },
  { search: 'not HP', isRight: notBy('HP') },
  { search: 'laser printer not Canon', isRight: both(has('laser'), notBy('Canon')) },
  { search: 'cheap color laser -hp', isRight: both(has('laser', 'color'), notBy('HP')), least: 'price' },
  { search: 'inkjet but not epson or hp', isRight: both(has('inkjet'), notBy('Epson'), notBy('HP')) },
  { search: 'laser printer no color', isRight: both(has('laser'), lacks('color')) },
  { search: 'scanner without feeder', isRight: both(has('scanner'), lacks('feeder')) },
  { search: 'printer that needs no ink', isRight: both(has('prints'), lacks('inkjet')) },
  { search: 'printer under 10 kg', isRight: has('prints', 'light') },
  { search: 'wifi printer lighter than 22 lb', isRight: has('prints', 'light', 'wifi') },
  { search: 'printer under 10 kg under $200', isRight: upTo(19_999, 'prints', 'light') },
  { search: 'at least 35 ppm', isRight: has('35ppm') },
  { search: 'laser printer faster than 34 ppm', isRight: has('laser', '35ppm') },
  {
    search: 'laser printer between $200 and $300',
    isRight: both(upTo(30_000, 'laser'), ({ product }) => product.priceCents >= 20_000),
  },
  { search: 'quiet', isRight: has('quiet') },
  { search: 'silent laser printer', isRight: has('laser', 'quiet') },
  { search: 'printer for photos 10x15', isRight: has('photo', '4x6'), finder: { prints: 'photos' } },
  { search: 'borderless printer', isRight: has('prints', 'borderless') },
  { search: 'printer without borders', isRight: has('prints', 'borderless') },
  {
    search: 'printer for legal size',
    isRight: ({ traits }) => traits.has('prints') && (traits.has('legal') || traits.has('a3')),
  },
  { search: 'works with a Mac', isRight: has('mac') },
  { search: 'AirPrint', isRight: has('mac') },
  { search: 'printer for iPhone', isRight: has('prints', 'iphone') },
  { search: 'scanner for both sides at once', isRight: has('scanner', 'both-sides') },
  { search: 'dual-sided scanner', isRight: has('scanner', 'both-sides') },
  { search: 'network scanner', isRight: has('scanner', 'ethernet') },
  { search: 'portable printer', isRight: has('prints', 'portable') },
  { search: 'replacement drum', isRight: has('drum') },
  { search: 'imaging unit', isRight: has('drum') },
  { search: 'receipt paper 80mm', isRight: named(/80 mm|80\/80/, 'paper') },
  { search: 'fax', isRight: has('faxes') },
  { search: 'label printer with bluetooth', isRight: has('labels', 'prints', 'bluetooth') },
  { search: 'ink', isRight: has('ink') },
  { search: 'ink for the one I bought', isRight: has('ink') },
  { search: 'refill ink tank', isRight: ({ traits }) => traits.has('tanks') || traits.has('ink') },
]

/** Of the wholesaler's list. */
export const DISTRIBUTOR_TASKS: readonly Task[] = [
  { search: 'toner for HL-L2310D', isRight: fitting('hl-l2310d', 'toner') },
  { search: 'drum HL-L2310D', isRight: fitting('hl-l2310d', 'drum') },
  { search: 'brother l2310d toner black', isRight: fitting('hl-l2310d', 'toner') },
  { search: 'ink for PIXMA G3570', isRight: fitting('g3570', 'ink') },
  { search: 'cp1300 paper', isRight: fitting('cp1300', 'paper') },
]

/** Of the demo catalog. */
export const DEMO_TASKS: readonly Task[] = [
  { search: 'ink for the one I bought (PIXMA G3270)', isRight: fitting('g3270', 'ink') },
  { search: 'ink for HP OfficeJet Pro 9015e', isRight: fitting('9015e', 'ink') },
  { search: 'cheapest ink for ET-2850', isRight: fitting('et-2850', 'ink'), least: 'price' },
  { search: 'toner for M404dn', isRight: fitting('m404dn', 'toner') },
  { search: 'cartridges for my ENVY 6055e', isRight: fitting('6055e', 'ink') },
  { search: 'printer for photos 4x6', isRight: has('photo') },
]
