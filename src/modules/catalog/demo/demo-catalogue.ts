import { barcodeScanners } from './barcode-scanners.ts'
import { businessSolutions } from './business-solutions.ts'
import type { DemoProduct } from './demo-product.ts'
import { inkjetPrinters } from './inkjet-printers.ts'
import { laserPrinters } from './laser-printers.ts'
import { photoPrinters } from './photo-printers.ts'
import { posSystems } from './pos-systems.ts'
import { scanners } from './scanners.ts'

/** The catalogue an empty shop is filled with for a demonstration: six categories, drawn pictures, invented reviews. */
export const demoProducts: readonly DemoProduct[] = [
  ...laserPrinters,
  ...inkjetPrinters,
  ...photoPrinters,
  ...scanners,
  ...posSystems,
  ...barcodeScanners,
  ...businessSolutions,
]
