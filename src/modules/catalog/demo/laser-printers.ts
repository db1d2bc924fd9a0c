import { demoProduct, specificationSheet } from './demo-product.ts'

export const printerSheet = specificationSheet(
  'Technology', 'Functions', 'Print speed', 'First page', 'Resolution', 'Duplex printing', 'Paper input', 'Connections',
  'Monthly volume', 'Dimensions', 'Weight',
)

/** Laser and LED printers of the category printers. */
export const laserPrinters = [
  demoProduct('printers', {
    sku: 'HP-LJ-M404DN', name: 'HP LaserJet Pro M404dn', brand: 'HP',
    priceCents: 27900, originalPriceCents: 32900, tags: ['bestseller', 'sale'], stockQuantity: 38, isFeatured: true, isBusinessProduct: true,
    drawing: { kind: 'laser', casing: 'chalk', variant: 0 },
    description: 'A quick black-and-white laser for an office that prints every day. It warms up in a moment, prints on both sides by itself and stays on the network by cable. No wireless and no scanner: it prints, and does that well.',
    specifications: printerSheet('Mono laser', 'Print', '40 pages per minute', '6.3 seconds', '1200 × 1200 dpi', 'Automatic', '250 sheets + 100 multipurpose', 'Gigabit Ethernet, USB 2.0', 'Up to 4,000 pages', '15.0 × 14.1 × 8.5 in', '18.9 lb'),
    features: ['Two-sided pages without turning the stack', 'Wired network for the whole office', 'Optional second tray for 550 sheets', 'Toner for up to 10,000 pages available', 'Sleeps at less than one watt'],
    reviews: [
      [5, 'Dana Whitfield', 'Office manager', '2026-09-18', 'Second one we bought. The first has done 140,000 pages and has had one roller changed. Setup on the network took ten minutes.'],
      [4, 'Luis Ortega', 'Bookkeeper', '2026-06-02', 'Fast and crisp, even small print in tax forms. The menu on the two-line display takes patience.'],
      [5, 'Priya Raman', null, '2026-02-11', 'Bought for my thesis and my roommates now all print on it. Cheap per page with the big toner.'],
      [3, 'Howard Beck', 'Law clerk', '2025-11-27', 'Good printer, but read the description: there is no Wi-Fi. I ran a cable in the end.'],
    ],
  }),
  demoProduct('printers', {
    sku: 'BR-HLL2460DW', name: 'Brother HL-L2460DW', brand: 'Brother',
    priceCents: 19900, tags: ['bestseller'], stockQuantity: 64, isFeatured: true,
    drawing: { kind: 'laser', casing: 'ink', variant: 1 },
    description: 'A small laser printer for a desk at home. It prints text in deep black, on both sides, from a laptop or a phone. At this price nothing else in our range costs less to run per page.',
    specifications: printerSheet('Mono laser', 'Print', '36 pages per minute', '8.5 seconds', '1200 × 1200 dpi', 'Automatic', '250 sheets', 'Wi-Fi, Ethernet, USB 2.0', 'Up to 3,000 pages', '14.0 × 14.2 × 7.2 in', '16.1 lb'),
    features: ['Prints from phone and tablet', 'Manual slot for envelopes', 'Quiet mode for late hours', 'Starter toner for about 700 pages'],
    reviews: [
      [5, 'Megan Cole', 'Student', '2026-09-03', 'Survived two semesters of lecture notes on one toner. Wakes up when I print from bed, which is all I ask.'],
      [4, 'Tom Albrecht', null, '2026-04-21', 'Does exactly what it should. The Wi-Fi setup wanted the long password typed with arrow keys.'],
      [5, 'Rosalind Achebe', 'Parent of three', '2026-01-09', 'After years of dried-up ink this is a relief. It just prints.'],
    ],
  }),
  demoProduct('printers', {
    sku: 'BR-MFCL2820', name: 'Brother MFC-L2820DW', brand: 'Brother',
    priceCents: 29999, stockQuantity: 17,
    drawing: { kind: 'laser-workgroup', casing: 'ink', variant: 0 },
    description: 'Prints, copies, scans and still faxes, in black and white. The feeder takes fifty sheets, and the colour touch screen has shortcuts for the things one does every week.',
    specifications: printerSheet('Mono laser', 'Print, copy, scan, fax', '34 pages per minute', '8.5 seconds', '1200 × 1200 dpi', 'Automatic', '250 sheets + 50 feeder', 'Wi-Fi, Ethernet, USB 2.0', 'Up to 3,000 pages', '16.1 × 15.7 × 12.5 in', '26.2 lb'),
    features: ['Feeder for 50 sheets', 'Touch screen with shortcuts', 'Scans to mail, folder and cloud', 'Fax for the offices that still ask for it'],
    reviews: [
      [4, 'Irene Vasquez', 'Medical reception', '2026-08-14', 'We fax referrals all day and it has not jammed yet. Scanning is one side only, remember that.'],
      [5, 'Gordon Lyle', 'Insurance agent', '2026-03-30', 'Small enough for the shelf behind me. Shortcuts on the screen save real time.'],
    ],
  }),
  demoProduct('printers', {
    sku: 'CA-LBP246DW', name: 'Canon imageCLASS LBP246dw', brand: 'Canon',
    priceCents: 30000, stockQuantity: 21, isBusinessProduct: true,
    drawing: { kind: 'laser', casing: 'slate', variant: 2 },
    description: 'A fast mono laser for a team of five to ten. The first page is out before you have stood up, and the big tray means refilling once a day rather than once an hour.',
    specifications: printerSheet('Mono laser', 'Print', '42 pages per minute', '5.0 seconds', '1200 × 1200 dpi', 'Automatic', '250 sheets + 100 multipurpose', 'Wi-Fi, Gigabit Ethernet, USB 2.0', 'Up to 4,000 pages', '15.8 × 14.7 × 9.8 in', '19.4 lb'),
    features: ['First page in five seconds', 'Five-line display that tilts', 'Secure print with a PIN', 'High-yield cartridge for 5,700 pages'],
    reviews: [
      [4, 'Bettina Kraus', 'School secretary', '2026-05-19', 'Report cards for 300 children in one afternoon. A little loud when it starts.'],
      [5, 'Samir Haddad', null, '2025-12-05', 'The five seconds are true. I timed it.'],
      [2, 'Wes Tanner', 'Contractor', '2026-07-07', 'Prints fine, but mine arrived with a cracked tray. The replacement took nine days.'],
    ],
  }),
  demoProduct('printers', {
    sku: 'HP-CLJ-4301', name: 'HP Color LaserJet Pro 4301fdw', brand: 'HP',
    priceCents: 54900, originalPriceCents: 62900, tags: ['sale'], stockQuantity: 11, isFeatured: true, isBusinessProduct: true,
    drawing: { kind: 'laser-workgroup', casing: 'chalk', variant: 0 },
    description: 'Colour laser, scanner, copier and fax in one body for an office that shows its work to customers. It reads both sides of a page in one pass and keeps colours steady from the first sheet to the last.',
    specifications: printerSheet('Colour laser', 'Print, copy, scan, fax', '35 pages per minute', '9.9 seconds', '600 × 600 dpi', 'Automatic', '250 sheets + 50 feeder', 'Wi-Fi, Gigabit Ethernet, USB 2.0', 'Up to 4,000 pages', '16.6 × 17.1 × 15.4 in', '45.9 lb'),
    features: ['Two-sided scanning in one pass', 'Colour touch screen', 'Mends its own wireless connection', 'Up to three paper trays'],
    reviews: [
      [5, 'Carla Nyström', 'Estate agent', '2026-09-29', 'Our brochures look like they came from the print shop down the road. Heavy: plan for two people on the stairs.'],
      [4, 'Reggie Owens', 'Office manager', '2026-04-08', 'Very good colour. The toner that comes with it is only a starter, budget for a set.'],
      [4, 'Hana Sato', null, '2026-01-22', 'One-pass duplex scan is worth the price alone.'],
    ],
  }),
  demoProduct('printers', {
    sku: 'XE-C230', name: 'Xerox C230', brand: 'Xerox',
    priceCents: 28900, stockQuantity: 9,
    drawing: { kind: 'laser-colour', casing: 'slate', variant: 0 },
    description: 'A compact colour laser for people who want colour charts, not colour photographs. It fits where a mono printer stood and connects to everything in a small office.',
    specifications: printerSheet('Colour laser', 'Print', '24 pages per minute', '10.4 seconds', '600 × 600 dpi', 'Automatic', '250 sheets + 1 bypass', 'Wi-Fi, Ethernet, USB 2.0', 'Up to 1,500 pages', '16.2 × 15.5 × 9.6 in', '33.4 lb'),
    features: ['Small for a colour laser', 'Set up from the phone', 'Individual toner for each colour', 'Blocks printing until a PIN is entered'],
    reviews: [
      [4, 'Oliver Stahl', 'Consultant', '2026-03-12', 'Fine for slides and charts. Photos look flat, as the shop says.'],
      [3, 'Nadia Rahimi', null, '2025-10-30', 'Colours are good, but the two-line display belongs in a museum.'],
    ],
  }),
  demoProduct('printers', {
    sku: 'BR-HLL3280', name: 'Brother HL-L3280CDW', brand: 'Brother',
    priceCents: 34999, tags: ['new'], stockQuantity: 14,
    drawing: { kind: 'laser-colour', casing: 'chalk', variant: 1 },
    description: 'Colour pages at the speed of a mono printer. A touch screen replaces the buttons, and the whole thing is quiet enough for a shared room.',
    specifications: printerSheet('Colour LED', 'Print', '27 pages per minute', '14.0 seconds', '2400 × 600 dpi', 'Automatic', '250 sheets + 1 manual', 'Wi-Fi, Gigabit Ethernet, USB 2.0', 'Up to 2,500 pages', '15.7 × 15.7 × 10.8 in', '34.6 lb'),
    features: ['Touch screen for settings and cloud apps', 'Quiet enough for a shared room', 'High-yield toner for 2,300 colour pages', 'Full-width paper path for card up to 163 g/m²'],
    reviews: [
      [5, 'Yusuf Demir', 'Teacher', '2026-10-04', 'Worksheets in colour at last. My classroom hardly hears it.'],
      [4, 'Fiona McKay', 'Parish office', '2026-08-23', 'Newsletter of 120 pages, folded by us, printed by this. First page takes its time.'],
    ],
  }),
  demoProduct('printers', {
    sku: 'KY-PA4000X', name: 'Kyocera ECOSYS PA4000x', brand: 'Kyocera',
    priceCents: 45900, stockQuantity: 6, isBusinessProduct: true,
    drawing: { kind: 'laser', casing: 'sand', variant: 2 },
    description: 'Built around a drum that lasts as long as the printer, so that toner is the only thing you replace. For offices that count the cost of a page to a tenth of a cent.',
    specifications: printerSheet('Mono laser', 'Print', '42 pages per minute', '6.4 seconds', '1200 × 1200 dpi', 'Automatic', '250 sheets + 100 multipurpose', 'Gigabit Ethernet, USB 2.0', 'Up to 10,000 pages', '15.0 × 15.5 × 11.9 in', '31.1 lb'),
    features: ['Long-life drum, toner only', 'Up to 2,600 sheets with extra trays', 'Toner for 7,200 pages', 'Card slot for secure release'],
    reviews: [
      [5, 'Marta Nowak', 'Purchasing', '2026-07-16', 'We keep the numbers: less than half per page of what we had. The panel is plain but nobody needs it.'],
      [4, 'Cyrus Bell', 'Logistics clerk', '2026-02-25', 'Delivery notes all day, no complaints. Add the second tray.'],
    ],
  }),
  demoProduct('printers', {
    sku: 'LX-MS431DW', name: 'Lexmark MS431dw', brand: 'Lexmark',
    priceCents: 27500, stockQuantity: 0,
    drawing: { kind: 'laser', casing: 'slate', variant: 1 },
    description: 'A steel-framed mono laser that is happiest in a back office with no one looking after it. It prints forty-two pages a minute and keeps data on the way encrypted.',
    specifications: printerSheet('Mono laser', 'Print', '42 pages per minute', '5.9 seconds', '600 × 600 dpi', 'Automatic', '250 sheets + 100 multipurpose', 'Wi-Fi, Gigabit Ethernet, USB 2.0', 'Up to 6,000 pages', '14.6 × 14.1 × 8.7 in', '30.4 lb'),
    features: ['Steel frame', 'Encrypted printing', 'Toner for up to 20,000 pages', 'Small two-line display with number keys'],
    reviews: [
      [4, 'Peter Lindqvist', 'IT support', '2025-12-18', 'Eleven of these in our branches. They are boring in the best sense.'],
      [3, 'Grace Holloway', null, '2026-05-05', 'Good text, and heavier than it looks. Grey areas show a little banding.'],
    ],
  }),
  demoProduct('printers', {
    sku: 'XE-VC415', name: 'Xerox VersaLink C415', brand: 'Xerox',
    priceCents: 94900, stockQuantity: 0, madeToOrder: true, isBusinessProduct: true,
    drawing: { kind: 'laser-workgroup', casing: 'slate', variant: 1 },
    description: 'A colour multifunction printer for a floor, with a seven-inch screen and apps for scanning into the software you use. We configure trays and finishing to your order, which takes about ten days.',
    specifications: printerSheet('Colour laser', 'Print, copy, scan, fax', '42 pages per minute', '8.0 seconds', '1200 × 1200 dpi', 'Automatic', '251 sheets + 100 feeder', 'Wi-Fi, Gigabit Ethernet, USB 3.0', 'Up to 8,500 pages', '19.5 × 21.5 × 24.0 in', '79.9 lb'),
    features: ['Seven-inch touch screen with apps', 'Feeder reads both sides at once', 'Up to four trays, configured to order', 'Badge reader prepared', 'Log of every access for audits'],
    reviews: [
      [5, 'Anneke de Vries', 'Practice manager', '2026-06-28', 'Came configured, somebody from the shop called first to ask about our network. Works since day one.'],
      [4, 'Jamal Carter', 'Facilities', '2026-09-10', 'Excellent machine. Ten days became twelve, they told us beforehand.'],
    ],
  }),
]
