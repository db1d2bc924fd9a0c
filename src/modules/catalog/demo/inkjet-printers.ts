import { demoProduct } from './demo-product.ts'
import { printerSheet } from './laser-printers.ts'

/** Inkjet printers of the category printers. */
export const inkjetPrinters = [
  demoProduct('printers', {
    sku: 'HP-OJ-9015E', name: 'HP OfficeJet Pro 9015e', brand: 'HP',
    priceCents: 22999, tags: ['bestseller'], stockQuantity: 43, isFeatured: true, isBusinessProduct: true,
    drawing: { kind: 'inkjet-office', casing: 'slate', variant: 0 },
    description: 'Print, scan, copy and fax for a small business or a busy home office. The feeder reads both sides, and the app turns a pile of receipts into tidy files.',
    specifications: printerSheet('Colour inkjet', 'Print, copy, scan, fax', '22 pages per minute', '9.0 seconds', '4800 × 1200 dpi', 'Automatic', '250 sheets + 35 feeder', 'Wi-Fi, Ethernet, USB 2.0', 'Up to 1,500 pages', '17.3 × 13.5 × 10.9 in', '19.8 lb'),
    features: ['Two-sided feeder for 35 sheets', 'Wi-Fi that reconnects by itself', 'Colour touch screen', 'Scans receipts into files', 'Tray for 250 sheets'],
    reviews: [
      [5, 'Sandra Mills', 'Florist', '2026-10-08', 'Invoices, cards and the odd poster. It has been on for a year and I have opened it once.'],
      [4, 'Ben Okafor', 'Freelancer', '2026-05-30', 'Scanning both sides is quick. I switched off the ink subscription and all was well.'],
      [2, 'Lorraine Petit', null, '2026-02-03', 'Prints nicely but wanted an account before it printed anything. Annoying.'],
      [4, 'Marcus Yates', 'Church treasurer', '2025-10-21', 'Reliable. The tray feels thin, handle with care.'],
    ],
  }),
  demoProduct('printers', {
    sku: 'HP-DJ-4155E', name: 'HP DeskJet 4155e', brand: 'HP',
    priceCents: 19900, tags: ['bestseller'], stockQuantity: 57,
    drawing: { kind: 'inkjet', casing: 'chalk', variant: 2 },
    description: 'Our least expensive colour printer that also scans and copies. It is meant for a few pages a week: homework, tickets, a form to sign. For more than that, look at a tank printer.',
    specifications: printerSheet('Colour inkjet', 'Print, copy, scan', '8.5 pages per minute', '15.0 seconds', '4800 × 1200 dpi', 'Manual', '60 sheets + 35 feeder', 'Wi-Fi, USB 2.0', 'Up to 300 pages', '16.9 × 13.1 × 7.9 in', '13.0 lb'),
    features: ['Small feeder for copies of several pages', 'Set up from the phone', 'Prints photos without a border up to 5 × 7 in', 'Two cartridges, simple to change'],
    reviews: [
      [4, 'Ashley Grant', 'Student', '2026-09-12', 'Perfect for a dorm room. Slow, but I print three pages a week.'],
      [3, 'Derek Munro', null, '2026-03-27', 'Fine for what it is. Cartridges are small, do not print a novel.'],
      [5, 'Elena Popescu', 'Grandmother', '2025-12-29', 'My granddaughter set it up from her phone in five minutes. I print recipes and her drawings.'],
    ],
  }),
  demoProduct('printers', {
    sku: 'HP-EN-6055E', name: 'HP ENVY 6055e', brand: 'HP',
    priceCents: 20999, originalPriceCents: 23999, tags: ['sale'], stockQuantity: 26, isFeatured: true,
    drawing: { kind: 'inkjet', casing: 'sand', variant: 1 },
    description: 'A family printer with a tidy face: everyday pages, school projects and borderless photos from the phone. It prints on both sides by itself and is quiet enough for the evening.',
    specifications: printerSheet('Colour inkjet', 'Print, copy, scan', '10 pages per minute', '14.0 seconds', '4800 × 1200 dpi', 'Automatic', '100 sheets', 'Wi-Fi, Bluetooth, USB 2.0', 'Up to 400 pages', '17.0 × 14.2 × 4.6 in', '11.5 lb'),
    features: ['Automatic two-sided printing', 'Borderless photos', 'Quiet mode', 'Light bar that shows what it is doing'],
    reviews: [
      [5, 'Jennifer Wu', 'Parent of two', '2026-08-31', 'School project season is saved. Looks good on the shelf too.'],
      [4, 'Patrick Doyle', null, '2026-04-16', 'Nice photos. No screen at all, everything is in the app.'],
      [3, 'Amira Suleiman', 'Nurse', '2025-11-11', 'Good printer, the app tries to sell me things. Printing itself is quick and quiet.'],
    ],
  }),
  demoProduct('printers', {
    sku: 'CA-G3270', name: 'Canon PIXMA G3270', brand: 'Canon',
    priceCents: 19999, stockQuantity: 33, isFeatured: true,
    drawing: { kind: 'inkjet-tank', casing: 'cobalt', variant: 0 },
    description: 'Fill it from bottles and forget about ink for a year or two. The windows at the front show what is left of each colour. Printing is not fast, but a page costs less than a cent in black.',
    specifications: printerSheet('Colour inkjet with tanks', 'Print, copy, scan', '11 pages per minute', '13.0 seconds', '4800 × 1200 dpi', 'Manual', '100 sheets', 'Wi-Fi, USB 2.0', 'Up to 800 pages', '16.4 × 13.4 × 7.0 in', '13.3 lb'),
    features: ['Bottles for 6,000 black pages in the box', 'Ink levels to be seen at a glance', 'Bottles fit only their own tank', 'Prints photos without a border'],
    reviews: [
      [5, 'Colin Farrow', 'Homeschooling dad', '2026-07-25', 'Two years of worksheets for the price of what we spent on cartridges in four months.'],
      [4, 'Renée Dubois', null, '2026-02-19', 'Filling was clean, I expected a mess. Wireless setup took two attempts.'],
      [4, 'Kofi Mensah', 'Student', '2025-10-09', 'Slow on photos but the price per page cannot be beaten.'],
    ],
  }),
  demoProduct('printers', {
    sku: 'EP-ET2850', name: 'Epson EcoTank ET-2850', brand: 'Epson',
    priceCents: 26999, tags: ['bestseller'], stockQuantity: 29,
    drawing: { kind: 'inkjet-tank', casing: 'ink', variant: 1 },
    description: 'A tank printer that also turns the page for you. Ink for up to two years comes in the box, and black text is dry and sharp enough for applications and contracts.',
    specifications: printerSheet('Colour inkjet with tanks', 'Print, copy, scan', '10.5 pages per minute', '10.0 seconds', '5760 × 1440 dpi', 'Automatic', '100 sheets', 'Wi-Fi, USB 2.0', 'Up to 800 pages', '14.8 × 13.7 × 7.4 in', '13.0 lb'),
    features: ['Automatic two-sided printing', 'Bottles for 4,500 black pages in the box', 'Small colour display', 'No heat in printing, so little power'],
    reviews: [
      [5, 'Theresa Lang', 'Choir director', '2026-06-13', 'Sheet music for forty singers, both sides, every week. Still on the first fill.'],
      [5, 'Arjun Mehta', null, '2026-01-17', 'Sharper than my old laser at the office. Wish the paper tray were bigger.'],
      [3, 'Kelly Strand', 'Etsy seller', '2025-11-20', 'Cards came out great, but thick card only works from the rear, one at a time.'],
    ],
  }),
  demoProduct('printers', {
    sku: 'EP-ET5880', name: 'Epson EcoTank Pro ET-5880', brand: 'Epson',
    priceCents: 79900, stockQuantity: 8, isBusinessProduct: true,
    drawing: { kind: 'inkjet-tank', casing: 'chalk', variant: 2 },
    description: 'An inkjet that replaces the office laser: fast first page, a feeder, fax and a cost per page that surprises accountants. Pigment ink withstands a highlighter.',
    specifications: printerSheet('Colour inkjet with tanks', 'Print, copy, scan, fax', '25 pages per minute', '5.5 seconds', '4800 × 1200 dpi', 'Automatic', '550 sheets + 50 feeder', 'Wi-Fi, Ethernet, USB 2.0', 'Up to 3,300 pages', '16.7 × 19.8 × 15.1 in', '40.6 lb'),
    features: ['Two trays and a rear feed', 'Pigment ink in all four colours', 'Feeder for 50 two-sided sheets', 'Touch screen of 4.3 inches', 'Speaks PCL and PostScript'],
    reviews: [
      [5, 'Nora Feldman', 'Accountant', '2026-09-21', 'February alone used to be three toners. Now it is a splash of ink.'],
      [4, 'Hugh Pemberton', 'Architect', '2026-05-11', 'Great for drawings up to legal size. Big, measure your shelf.'],
    ],
  }),
  demoProduct('printers', {
    sku: 'EP-WF4830', name: 'Epson WorkForce Pro WF-4830', brand: 'Epson',
    priceCents: 24999, stockQuantity: 4,
    drawing: { kind: 'inkjet-office', casing: 'ink', variant: 1 },
    description: 'Two trays, a two-sided feeder and quick colour for a home office that means business. It is the fastest inkjet in our range at this price.',
    specifications: printerSheet('Colour inkjet', 'Print, copy, scan, fax', '25 pages per minute', '5.0 seconds', '4800 × 2400 dpi', 'Automatic', '500 sheets + 50 feeder', 'Wi-Fi, Ethernet, USB 2.0', 'Up to 2,500 pages', '16.7 × 14.8 × 13.0 in', '24.5 lb'),
    features: ['Two trays of 250 sheets', 'First page in five seconds', 'Feeder for 50 two-sided sheets', 'Touch screen of 4.3 inches'],
    reviews: [
      [4, 'Monica Reyes', 'Notary', '2026-08-05', 'Letterhead in one tray, plain in the other. That alone is worth it.'],
      [3, 'Will Jessop', null, '2026-03-02', 'Quick, but it cleans its heads loudly at odd hours.'],
    ],
  }),
  demoProduct('printers', {
    sku: 'CA-TR8620A', name: 'Canon PIXMA TR8620a', brand: 'Canon',
    priceCents: 21900, stockQuantity: 0,
    drawing: { kind: 'inkjet-office', casing: 'cobalt', variant: 2 },
    description: 'Five separate inks, a feeder and a slot for a memory card. It is the printer for a household where one works and the other takes pictures.',
    specifications: printerSheet('Colour inkjet', 'Print, copy, scan, fax', '15 pages per minute', '9.0 seconds', '4800 × 1200 dpi', 'Automatic', '200 sheets + 20 feeder', 'Wi-Fi, Bluetooth, Ethernet, USB 2.0', 'Up to 1,000 pages', '17.3 × 13.8 × 7.5 in', '17.4 lb'),
    features: ['Five single inks', 'Paper from behind and from the cassette', 'Memory card slot', 'Large touch screen'],
  }),
]
