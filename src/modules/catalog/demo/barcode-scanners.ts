import { demoProduct, specificationSheet } from './demo-product.ts'

const sheet = specificationSheet(
  'Type', 'Reads', 'Reading distance', 'Connections', 'Battery', 'Drop resistance', 'Sealing', 'Dimensions', 'Weight',
)

export const barcodeScanners = [
  demoProduct('barcode-scanners', {
    sku: 'ZE-DS2208', name: 'Zebra DS2208', brand: 'Zebra',
    priceCents: 14900, originalPriceCents: 17900, tags: ['bestseller', 'sale'], stockQuantity: 52, isFeatured: true, isBusinessProduct: true,
    drawing: { kind: 'barcode-handheld', casing: 'slate', variant: 0 },
    description: 'The corded scanner for counters that cannot wait. It reads bar codes and square codes, from paper or a phone, and needs no teaching.',
    specifications: sheet('Handheld, corded', '1D and 2D codes', '0.5 to 14.5 in', 'USB', 'None', '5 ft', 'IP42', '6.5 × 2.6 × 3.9 in', '5.7 oz'),
    features: ['Reads codes from phone screens', 'Stand for hands-free use', 'Works when plugged in', 'Beeps as loud as you like'],
    reviews: [
      [5, 'Christine Howe', 'Librarian', '2026-10-03', 'Old stickers with half the ink gone? It reads them.'],
      [5, 'Manuel Ferreira', 'Supermarket manager', '2026-06-26', 'Dropped from the counter weekly for a year. Fine.'],
      [4, 'Sue Lambert', null, '2026-01-14', 'Does the job. I would like a longer cable.'],
    ],
  }),
  demoProduct('barcode-scanners', {
    sku: 'ZE-DS8178', name: 'Zebra DS8178', brand: 'Zebra',
    priceCents: 50001, stockQuantity: 8, isBusinessProduct: true,
    drawing: { kind: 'barcode-handheld', casing: 'ink', variant: 1 },
    description: 'Cordless, quick and long in the arm: a hundred metres from its base, and codes that other scanners give up on. Tells you how its battery ages.',
    specifications: sheet('Handheld, cordless', '1D and 2D codes', '0 to 24 in', 'Bluetooth, USB by the base', '65,000 scans', '8 ft', 'IP52', '6.6 × 2.6 × 4.2 in', '8.3 oz'),
    features: ['A hundred metres from the base', 'Battery for 65,000 scans', 'Base charges in an hour', 'Reads damaged codes', 'Captures documents'],
    reviews: [
      [5, 'Glenn Harper', 'Warehouse lead', '2026-08-29', 'We bought one to try and then nine. Range is true to the sheet.'],
      [4, 'Pia Lindgren', 'Hospital supply', '2026-03-09', 'Reads tiny codes on vials. Not cheap.'],
    ],
  }),
  demoProduct('barcode-scanners', {
    sku: 'HO-1470G', name: 'Honeywell Voyager 1470g', brand: 'Honeywell',
    priceCents: 12500, stockQuantity: 24, isBusinessProduct: true,
    drawing: { kind: 'barcode-handheld', casing: 'sand', variant: 2 },
    description: 'A light, friendly scanner for shops that start with bar codes and will meet square codes soon. The stand switches it to hands-free by itself.',
    specifications: sheet('Handheld, corded', '1D and 2D codes', '0 to 17 in', 'USB, RS-232', 'None', '5 ft', 'IP40', '6.6 × 3.1 × 2.4 in', '4.5 oz'),
    features: ['Notices when it stands in its holder', 'Light in the hand', 'Reads dense codes', 'Five-year warranty by the manufacturer'],
    reviews: [
      [4, 'Vera Lindholm', 'Gift shop', '2026-05-09', 'Pleasant to hold all day. Beam is a crisp line, easy to aim.'],
      [4, 'Otis Graham', 'Auto parts', '2025-11-18', 'Greasy labels take a second try, otherwise quick.'],
    ],
  }),
  demoProduct('barcode-scanners', {
    sku: 'DA-QD2590', name: 'Datalogic QuickScan QD2590', brand: 'Datalogic',
    priceCents: 18500, stockQuantity: 0, isBusinessProduct: true,
    drawing: { kind: 'barcode-handheld', casing: 'chalk', variant: 0 },
    description: 'Shows a green spot on what it has read, so that nobody scans twice. The window of hard glass stays clear for years.',
    specifications: sheet('Handheld, corded', '1D and 2D codes', '0.6 to 19 in', 'USB, RS-232', 'None', '6 ft', 'IP52', '6.3 × 2.7 × 3.6 in', '5.3 oz'),
    features: ['Green spot for a good read', 'Soft white light', 'Hard glass window', 'Cable can be changed in the shop'],
    reviews: [[5, 'Moira Keane', 'Pharmacy technician', '2026-02-02', 'The green spot is a small thing that saves many mistakes.']],
  }),
  demoProduct('barcode-scanners', {
    sku: 'IN-BCST70', name: 'Inateck BCST-70', brand: 'Inateck',
    priceCents: 5999, tags: ['bestseller'], stockQuantity: 70,
    drawing: { kind: 'barcode-handheld', casing: 'cobalt', variant: 1 },
    description: 'A cordless scanner for a stock room at home or a small online shop. It stores scans when it is out of reach and hands them over later.',
    specifications: sheet('Handheld, cordless', '1D codes', '1 to 12 in', 'Bluetooth, 2.4 GHz stick, USB', '15,000 scans', '5 ft', 'IP42', '6.1 × 2.6 × 3.7 in', '5.3 oz'),
    features: ['Stores 100,000 codes', 'Pairs with phone and tablet', 'Stick and cable included', 'Charges by USB'],
    reviews: [
      [4, 'Kayla Briggs', 'Online seller', '2026-09-28', 'Inventory in one evening instead of a weekend. Only bars, no square codes.'],
      [5, 'Evan Strickland', 'Record collector', '2026-04-05', 'Catalogued 3,000 records. Battery is still half full.'],
      [3, 'Tina Marsh', null, '2026-01-03', 'Works, the booklet with setup codes is a maze.'],
    ],
  }),
  demoProduct('barcode-scanners', {
    sku: 'HO-7580G', name: 'Honeywell Genesis 7580g', brand: 'Honeywell',
    priceCents: 29500, stockQuantity: 10, isBusinessProduct: true, isFeatured: true,
    drawing: { kind: 'barcode-presentation', casing: 'chalk', variant: 0 },
    description: 'Stands on the counter and looks. Hold a box, a coupon or a phone in front of it and the till has the code before you have aimed.',
    specifications: sheet('Presentation', '1D and 2D codes', '0 to 10 in', 'USB, RS-232', 'None', '4 ft', 'IP41', '5.7 × 4.1 × 3.9 in', '11.6 oz'),
    features: ['Reads at a glance', 'Wide window', 'Small footprint', 'Light that does not dazzle'],
    reviews: [
      [5, 'Rosa Delgado', 'Cinema manager', '2026-07-12', 'Tickets from phones, one second each. The queue moves.'],
      [4, 'Ivan Petrov', 'Kiosk', '2026-02-20', 'Great with both hands full. Shiny bags need an angle.'],
    ],
  }),
  demoProduct('barcode-scanners', {
    sku: 'DA-M3450', name: 'Datalogic Magellan 3450VSi', brand: 'Datalogic',
    priceCents: 44900, stockQuantity: 5, isBusinessProduct: true,
    drawing: { kind: 'barcode-presentation', casing: 'ink', variant: 1 },
    description: 'A big window for big queues. It reads items in passing, from any side they happen to show.',
    specifications: sheet('Presentation', '1D and 2D codes', '0 to 8 in', 'USB, RS-232', 'None', '4 ft', 'IP52', '6.0 × 5.8 × 3.7 in', '24.7 oz'),
    features: ['Reads in passing', 'Second camera for customers’ phones', 'Stands or is built in', 'Replaceable window'],
    reviews: [[4, 'Janet Osei', 'Supermarket manager', '2026-06-04', 'Self-checkout became faster than the belt. Clean the glass each evening.']],
  }),
  demoProduct('barcode-scanners', {
    sku: 'ZE-RS5100', name: 'Zebra RS5100 Ring Scanner', brand: 'Zebra',
    priceCents: 99900, stockQuantity: 3, isBusinessProduct: true,
    drawing: { kind: 'barcode-ring', casing: 'ink', variant: 0 },
    description: 'Worn on a finger, it leaves both hands for the parcel. For picking and loading, shift after shift; the strap can be changed for the next colleague.',
    specifications: sheet('Ring, cordless', '1D and 2D codes', '2 to 29 in', 'Bluetooth', '10 hours', '6 ft', 'IP65', '2.0 × 1.9 × 1.1 in', '2.4 oz'),
    features: ['Both hands free', 'Left or right hand', 'A shift on one battery', 'Sealed against dust and water', 'Strap changes without tools'],
    reviews: [
      [5, 'Carl Jansen', 'Distribution center', '2026-09-09', 'Picks per hour up by a fifth. Nobody wants to give it back.'],
      [4, 'Dee Robinson', 'Shift lead', '2026-04-24', 'Comfortable after an hour. Order spare straps.'],
    ],
  }),
  demoProduct('barcode-scanners', {
    sku: 'EY-R40', name: 'Eyoyo EY-R40 Ring Scanner', brand: 'Eyoyo',
    priceCents: 8499, originalPriceCents: 9999, tags: ['sale'], stockQuantity: 34,
    drawing: { kind: 'barcode-ring', casing: 'slate', variant: 1 },
    description: 'An affordable ring scanner with a small display that shows the code and the count. For the stock-take of a shop rather than for a distribution centre.',
    specifications: sheet('Ring, cordless', '1D and 2D codes', '1 to 16 in', 'Bluetooth, 2.4 GHz stick, USB', '8 hours', '5 ft', 'IP54', '2.2 × 2.0 × 1.2 in', '2.1 oz'),
    features: ['Display with code and count', 'Stores scans without a connection', 'Fits left and right', 'Charges by USB-C'],
    reviews: [
      [4, 'Becky Thorne', 'Toy shop', '2026-01-20', 'Stock-take done by lunch. The display is tiny but useful.'],
      [2, 'Ron Adair', null, '2026-08-15', 'Trigger got stuck after two months. The shop replaced it without fuss.'],
    ],
  }),
  demoProduct('barcode-scanners', {
    sku: 'SO-S720', name: 'Socket Mobile S720', brand: 'Socket Mobile',
    priceCents: 24900, tags: ['new'], stockQuantity: 13, isBusinessProduct: true,
    drawing: { kind: 'barcode-pocket', casing: 'cobalt', variant: 0 },
    description: 'A scanner the size of a chocolate bar for the apron pocket. It talks to phone and tablet and reads from paper and glass.',
    specifications: sheet('Pocket, cordless', '1D and 2D codes', '2 to 18 in', 'Bluetooth', '16 hours', '5 ft', 'IP42', '5.1 × 1.5 × 0.9 in', '3.0 oz'),
    features: ['Sixteen hours on a charge', 'Lanyard and dock included', 'Works with the till apps on tablets', 'Vibrates instead of beeping'],
    reviews: [
      [5, 'Holly Brenner', 'Festival entry', '2026-09-14', 'Eight of these, four thousand tickets, no tears.'],
      [4, 'Craig Nolan', 'Wine merchant', '2026-07-28', 'Lives in my apron. Vibration is a kind touch in a quiet shop.'],
    ],
  }),
  demoProduct('barcode-scanners', {
    sku: 'ZE-CS6080', name: 'Zebra CS6080 Companion', brand: 'Zebra',
    priceCents: 33500, stockQuantity: 9, isBusinessProduct: true,
    drawing: { kind: 'barcode-pocket', casing: 'ink', variant: 1 },
    description: 'For the nurse’s pocket and the shop floor. It is small, easy to disinfect, and quick enough that nobody notices it working.',
    specifications: sheet('Pocket, cordless', '1D and 2D codes', '0.5 to 18 in', 'Bluetooth, USB', '18 hours', '6 ft', 'IP65', '4.3 × 1.8 × 0.9 in', '3.2 oz'),
    features: ['Housing withstands disinfectant', 'Eighteen hours on a charge', 'Works in the cradle as well', 'Wears on a lanyard'],
    reviews: [[5, 'Alma Benitez', 'Ward nurse', '2026-05-27', 'Wrist bands in the dark without waking anybody.']],
  }),
]
