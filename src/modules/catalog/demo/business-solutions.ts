import { demoProduct, specificationSheet } from './demo-product.ts'

const sheet = specificationSheet(
  'Includes', 'Suited to', 'Monthly volume', 'Connections', 'Installation', 'Support', 'Space needed', 'Weight',
)

export const businessSolutions = [
  demoProduct('business-solutions', {
    sku: 'SP-COUNTER', name: 'Counter Starter Set', brand: 'Superprinter',
    priceCents: 99900, originalPriceCents: 114900, tags: ['bestseller', 'sale'], stockQuantity: 6, isFeatured: true, isBusinessProduct: true,
    drawing: { kind: 'bundle-counter', casing: 'chalk', variant: 0 },
    description: 'Everything between the customer and the bank: till, cash drawer, receipt printer and scanner, tested together on our bench. Open the box, connect four cables, sell.',
    specifications: sheet('Till, cash drawer, receipt printer, handheld scanner', 'One counter', 'No limit', 'Wi-Fi, Ethernet', 'By you, in an hour', 'Phone, two years', '30 × 20 in of counter', '41 lb'),
    features: ['Tested together before it ships', 'Cables cut to length and labelled', 'Two rolls of receipts included', 'One number to call'],
    reviews: [
      [5, 'Gwen Sterling', 'Delicatessen', '2026-09-17', 'Every cable had a label. We opened two days early.'],
      [4, 'Faisal Karim', 'Phone shop', '2026-05-03', 'All works together. The drawer is bigger than I had in mind, measure.'],
    ],
  }),
  demoProduct('business-solutions', {
    sku: 'SP-COUNTER2', name: 'Counter Set with Card Reader', brand: 'Superprinter',
    priceCents: 134900, stockQuantity: 0, madeToOrder: true, isBusinessProduct: true,
    drawing: { kind: 'bundle-counter', casing: 'ink', variant: 1 },
    description: 'The counter set in black with a card reader that speaks to the till, so that nobody types an amount twice. Made up to order for the provider you use.',
    specifications: sheet('Till, cash drawer, receipt printer, handheld scanner, card reader', 'One counter', 'No limit', 'Wi-Fi, Ethernet, Bluetooth', 'By you, in an hour', 'Phone, two years', '34 × 20 in of counter', '43 lb'),
    features: ['Reader for cards and phones', 'Amounts go from till to reader', 'Prepared for your payment provider', 'Cables cut to length and labelled', 'One number to call'],
    reviews: [[5, 'Monique Laurent', 'Salon owner', '2026-07-23', 'They asked for our provider first and it simply worked.']],
  }),
  demoProduct('business-solutions', {
    sku: 'SP-OFFICE5', name: 'Office Set for Five', brand: 'Superprinter',
    priceCents: 69900, stockQuantity: 9, isFeatured: true, isBusinessProduct: true,
    drawing: { kind: 'bundle-office', casing: 'chalk', variant: 0 },
    description: 'An all-in-one printer with feeder and a document scanner, for a team of up to five that wants less paper and still needs some. Drivers for everyone come on one stick.',
    specifications: sheet('All-in-one inkjet, document scanner', 'Two to five people', 'Up to 1,500 pages', 'Wi-Fi, Ethernet, USB', 'By you, in an hour', 'Phone, two years', '38 × 24 in of desk', '28 lb'),
    features: ['Print, copy, scan and fax', 'Both sides in one pass', 'Scan folders set up beforehand', 'Full set of ink in addition'],
    reviews: [
      [4, 'Shelley Dunn', 'Nonprofit director', '2026-08-11', 'Grant papers are scanned the day they come. Good choice of machines.'],
      [5, 'Isaac Levy', 'Tax adviser', '2026-02-27', 'Folders were on our network names already. Impressive.'],
    ],
  }),
  demoProduct('business-solutions', {
    sku: 'SP-OFFICE15', name: 'Paperless Desk Set', brand: 'Superprinter',
    priceCents: 54900, stockQuantity: 7, tags: ['new'], isBusinessProduct: true,
    drawing: { kind: 'bundle-office', casing: 'slate', variant: 1 },
    description: 'A fast mono laser for the little that must be on paper, and a scanner for all that need not be. For practices and law offices.',
    specifications: sheet('Mono laser, document scanner', 'Two to eight people', 'Up to 4,000 pages', 'Ethernet, USB', 'By you, in an hour', 'Phone, two years', '38 × 24 in of desk', '33 lb'),
    features: ['40 pages per minute', 'Scans to searchable PDF', 'Secure print with a PIN', 'Toner for 10,000 pages included'],
    reviews: [[4, 'Beatriz Moreno', 'Paralegal', '2026-10-09', 'Scanner first, printer second: that is how we work now. Toner will last the year.']],
  }),
  demoProduct('business-solutions', {
    sku: 'SP-FLEET', name: 'Department Fleet', brand: 'Superprinter',
    priceCents: 189900, stockQuantity: 0, madeToOrder: true, isFeatured: true, isBusinessProduct: true,
    drawing: { kind: 'bundle-fleet', casing: 'chalk', variant: 0 },
    description: 'One large colour machine for the floor and a desk laser for those who sign. Configured to order, delivered to the room, old machines taken along.',
    specifications: sheet('Colour multifunction printer, mono laser, cabinet', 'Ten to thirty people', 'Up to 8,500 pages', 'Gigabit Ethernet', 'By us, half a day', 'On site, three years', '48 × 28 in of floor', '146 lb'),
    features: ['Set up on your network', 'Toner ordered by the machine itself', 'Old machines taken along', 'Training for the team', 'On site within two working days'],
    reviews: [
      [5, 'Kathleen Boyle', 'Facilities manager', '2026-06-19', 'Two technicians, half a day, everyone was printing by lunch.'],
      [4, 'Emeka Obi', 'School principal', '2026-03-31', 'Good advice on sizes. We nearly bought twice as much as needed.'],
    ],
  }),
  demoProduct('business-solutions', {
    sku: 'SP-FLEETDARK', name: 'Studio Fleet', brand: 'Superprinter',
    priceCents: 209900, stockQuantity: 2, isBusinessProduct: true,
    drawing: { kind: 'bundle-fleet', casing: 'ink', variant: 1 },
    description: 'For agencies that show proofs across the table. Steady colour on the large machine, quick text on the small one, and both measured before they leave us.',
    specifications: sheet('Colour multifunction printer with extra tray, mono laser, cabinet', 'Ten to twenty people', 'Up to 8,500 pages', 'Gigabit Ethernet', 'By us, half a day', 'On site, three years', '48 × 28 in of floor', '152 lb'),
    features: ['Colour measured before delivery', 'Extra tray for heavy paper', 'PostScript and PDF direct', 'On site within two working days'],
  }),
  demoProduct('business-solutions', {
    sku: 'SP-SHIP', name: 'Packing Table Set', brand: 'Superprinter',
    priceCents: 49900, tags: ['bestseller'], stockQuantity: 12, isBusinessProduct: true,
    drawing: { kind: 'bundle-shipping', casing: 'slate', variant: 0 },
    description: 'A label printer and a scanner for shops that send ten to two hundred parcels a day. Works with the shipping pages of all large carriers.',
    specifications: sheet('Label printer, handheld scanner', 'One packing table', 'Up to 6,000 labels', 'USB, Ethernet', 'By you, in half an hour', 'Phone, two years', '24 × 16 in of table', '11 lb'),
    features: ['Labels of 4 × 6 inches', 'No ink, heat alone', 'Two rolls of labels included', 'Scanner finds the order'],
    reviews: [
      [5, 'Jo Hendricks', 'Candle maker', '2026-09-25', 'Christmas used to be scissors and tape. Not any more.'],
      [4, 'Bill Sorensen', 'Spare parts', '2026-04-14', 'Good pair. The label roll sits a bit tight at first.'],
    ],
  }),
  demoProduct('business-solutions', {
    sku: 'ZE-ZD421', name: 'Zebra ZD421 Label Printer', brand: 'Zebra',
    priceCents: 46900, stockQuantity: 15, isBusinessProduct: true,
    drawing: { kind: 'label-printer', casing: 'slate', variant: 1 },
    description: 'A desk printer for labels that must scan at the first try, from jewellery tags to pallets. A screen tells what it wants in words.',
    specifications: sheet('Label printer', 'One packing table or laboratory', 'Up to 15,000 labels', 'USB, Ethernet, Bluetooth', 'By you, in half an hour', 'Manufacturer, two years', '8 × 11 in of table', '6.2 lb'),
    features: ['Six inches a second', 'Screen with plain words', 'Peels labels on request', 'Rolls up to five inches'],
    reviews: [
      [5, 'Samantha Ortiz', 'Laboratory', '2026-08-03', 'Tube labels of half an inch, readable every time.'],
      [4, 'Clive Batten', 'Warehouse', '2026-01-08', 'Reliable. Driver took a little reading.'],
    ],
  }),
  demoProduct('business-solutions', {
    sku: 'DY-LW5XL', name: 'DYMO LabelWriter 5XL', brand: 'DYMO',
    priceCents: 29900, stockQuantity: 18, isBusinessProduct: true,
    drawing: { kind: 'label-printer', casing: 'ink', variant: 0 },
    description: 'Shipping labels for a small online shop without ink or toner. It recognises the roll by itself, and for that reason wants rolls of its own brand.',
    specifications: sheet('Label printer', 'One packing table', 'Up to 3,000 labels', 'USB, Ethernet', 'By you, in ten minutes', 'Manufacturer, two years', '7 × 8 in of table', '3.8 lb'),
    features: ['Labels of 4 × 6 inches', 'Recognises the roll', 'No ink, heat alone', '53 labels a minute'],
    reviews: [
      [4, 'Paige Winters', 'Online seller', '2026-05-20', 'Quick and small. Own-brand rolls only, the shop is honest about it.'],
      [2, 'Gus Thorpe', null, '2025-12-15', 'Good printer, but I had a box of other labels I cannot use.'],
    ],
  }),
  demoProduct('business-solutions', {
    sku: 'SP-SERVER', name: 'Print Server Cabinet', brand: 'Superprinter',
    priceCents: 249900, stockQuantity: 0, madeToOrder: true, isBusinessProduct: true,
    drawing: { kind: 'print-server', casing: 'chalk', variant: 0 },
    description: 'Queues, badges and quotas for up to a hundred printers, in a cabinet that stands in a corner and keeps everything in the house. Built to order.',
    specifications: sheet('Two servers, storage, switch, battery', 'Fifty to five hundred people', 'No limit', '2 × 10 Gigabit Ethernet', 'By us, one day', 'On site, three years', '24 × 24 in of floor', '118 lb'),
    features: ['Print release by badge', 'Quotas and reports by department', 'Goes on when one server fails', 'Data stays in the house', 'Battery for ten minutes'],
    reviews: [[5, 'Henrik Dahl', 'IT manager', '2026-07-05', 'Replaced three aging servers under three desks. Release by badge cut our paper by a third.']],
  }),
  demoProduct('business-solutions', {
    sku: 'HP-DJT650', name: 'HP DesignJet T650 Plan Station', brand: 'HP',
    priceCents: 179900, stockQuantity: 3, isBusinessProduct: true,
    drawing: { kind: 'large-format', casing: 'slate', variant: 0 },
    description: 'Plans up to thirty-six inches, cut and caught in the basket. Sends itself the right roll, and prints from the site by phone.',
    specifications: sheet('Large-format printer, stand, basket', 'Architects and builders', 'Up to 500 plans', 'Wi-Fi, Gigabit Ethernet, USB', 'By us, two hours', 'On site, two years', '56 × 36 in of floor', '97 lb'),
    features: ['A plan in 25 seconds', 'Sheets and rolls', 'Prints from the phone on site', 'Cuts and stacks by itself'],
    reviews: [
      [5, 'Ursula Wendt', 'Architect', '2026-09-08', 'Fine lines stay fine. Competition plans went out an hour before the end.'],
      [4, 'Trent Maddox', 'Builder', '2026-02-12', 'The basket holds a morning of plans. Needs space behind for the roll.'],
    ],
  }),
  demoProduct('business-solutions', {
    sku: 'SP-SUPPLY', name: 'Office Supply Subscription Box', brand: 'Superprinter',
    priceCents: 9500, stockQuantity: 80, isBusinessProduct: true,
    drawing: { kind: 'supplies', casing: 'chalk', variant: 0 },
    description: 'Four reams of paper and a set of colour cartridges for the printer you name. One box, no contract: order again when it is empty.',
    specifications: sheet('Four reams, three colour cartridges', 'Up to five people', 'About 2,000 pages', 'None', 'None', 'Phone', 'A shelf', '23 lb'),
    features: ['Paper of 90 g/m² from managed forests', 'Cartridges for the printer you name', 'No contract', 'Empty cartridges taken back'],
    reviews: [
      [4, 'Peggy Lawson', 'School office', '2026-06-01', 'Good paper, never jams. Price is fair with the cartridges.'],
      [5, 'Noel Barrett', null, '2025-11-08', 'They called to ask for the printer model. Old-fashioned in the best way.'],
    ],
  }),
]
