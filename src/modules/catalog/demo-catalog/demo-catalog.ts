import { completeProduct, DemoEntries, type DemoProduct } from './demo-product.ts'
import barcodeScanners from './products/barcode-scanners.json' with { type: 'json' }
import businessSolutions from './products/business-solutions.json' with { type: 'json' }
import inkAndToner from './products/ink-and-toner.json' with { type: 'json' }
import inkjetPrinters from './products/inkjet-printers.json' with { type: 'json' }
import labelsAndPaper from './products/labels-and-paper.json' with { type: 'json' }
import laserPrinters from './products/laser-printers.json' with { type: 'json' }
import photoPrinters from './products/photo-printers.json' with { type: 'json' }
import posSystems from './products/pos-systems.json' with { type: 'json' }
import scanners from './products/scanners.json' with { type: 'json' }
import workgroupPrinters from './products/workgroup-printers.json' with { type: 'json' }

/** The catalog an empty shop is filled with for a demonstration: seven categories, drawn pictures, invented reviews. */
export const demoProducts: readonly DemoProduct[] = [
  laserPrinters,
  inkjetPrinters,
  photoPrinters,
  scanners,
  posSystems,
  barcodeScanners,
  businessSolutions,
  inkAndToner,
  labelsAndPaper,
  workgroupPrinters,
]
  .flatMap((entries) => DemoEntries.parse(entries))
  .map(completeProduct)
