import { demoProduct, specificationSheet } from './demo-product.ts'

const sheet = specificationSheet(
  'Type', 'Resolution', 'Scan speed', 'Document feeder', 'Largest page', 'Connections', 'Power', 'Dimensions', 'Weight',
)

export const scanners = [
  demoProduct('scanners', {
    sku: 'EP-V39II', name: 'Epson Perfection V39 II', brand: 'Epson',
    priceCents: 11999, tags: ['bestseller'], stockQuantity: 36, isFeatured: true,
    drawing: { kind: 'scanner-flatbed', casing: 'ink', variant: 0 },
    description: 'A slim flatbed for photos and papers that needs no plug of its own. The lid lifts off for books and albums, and it can stand upright on the shelf.',
    specifications: sheet('Flatbed', '4800 dpi', '10 seconds a page', 'None', '8.5 × 11.7 in', 'USB 2.0', 'From USB', '9.8 × 14.4 × 1.5 in', '3.4 lb'),
    features: ['Powered by the USB cable', 'Lid comes off for books', 'Restores faded colours', 'Scans to searchable PDF'],
    reviews: [
      [5, 'Margaret Yoon', 'Family historian', '2026-07-21', 'Twelve albums done over the winter. Colours of the 1970s are back.'],
      [4, 'Toby Lennox', null, '2026-02-22', 'Sharp scans, light as a laptop. Software looks old but works.'],
      [4, 'Ellen Fitch', 'Archivist', '2025-11-15', 'Good value for reflective originals. Not for slides.'],
    ],
  }),
  demoProduct('scanners', {
    sku: 'CA-LIDE400', name: 'Canon CanoScan LiDE 400', brand: 'Canon',
    priceCents: 9999, stockQuantity: 22,
    drawing: { kind: 'scanner-flatbed', casing: 'chalk', variant: 0 },
    description: 'One cable, one button, one page every eight seconds. For the desk drawer that fills with letters faster than one can file them.',
    specifications: sheet('Flatbed', '4800 dpi', '8 seconds a page', 'None', '8.5 × 11.7 in', 'USB-C', 'From USB', '9.9 × 14.5 × 1.7 in', '3.7 lb'),
    features: ['Five keys for common jobs', 'Stands upright', 'Powered by the USB cable', 'Joins large originals from two scans'],
    reviews: [
      [4, 'Simon Achter', null, '2026-05-01', 'Quick enough and takes no space. The keys saved me from the software.'],
      [5, 'Bianca Rossi', 'Pattern designer', '2026-01-19', 'I scan drawings and fabrics. Colours are true.'],
    ],
  }),
  demoProduct('scanners', {
    sku: 'EP-V850', name: 'Epson Perfection V850 Pro', brand: 'Epson',
    priceCents: 129900, stockQuantity: 4,
    drawing: { kind: 'scanner-flatbed', casing: 'ink', variant: 2 },
    description: 'For negatives, slides and prints that deserve it. Two lenses, holders for every film format and a lid that lights from above.',
    specifications: sheet('Flatbed for film', '6400 dpi', '15 seconds a page', 'None', '8.5 × 11.7 in', 'USB 2.0', 'Mains', '12.1 × 19.8 × 6.0 in', '14.6 lb'),
    features: ['Two lenses, chosen by itself', 'Holders for 35 mm, medium and large format', 'Removes dust and scratches', 'Density of 4.0 for deep shadows'],
    reviews: [
      [5, 'Harold Quist', 'Photographer', '2026-08-02', 'My medium-format archive is on disk at last. Shadows hold detail I had not seen in prints.'],
      [4, 'Audrey Ng', null, '2026-03-14', 'Outstanding with film. Slow at the top resolution: make tea.'],
    ],
  }),
  demoProduct('scanners', {
    sku: 'RI-IX1600', name: 'Ricoh ScanSnap iX1600', brand: 'Ricoh',
    priceCents: 42900, originalPriceCents: 49500, tags: ['bestseller', 'sale'], stockQuantity: 15, isFeatured: true, isBusinessProduct: true,
    drawing: { kind: 'scanner-document', casing: 'chalk', variant: 0 },
    description: 'Drop in a pile, press the big button, and find it again by any word in it. It reads both sides, straightens pages and leaves out the blank ones.',
    specifications: sheet('Sheet-fed', '600 dpi', '40 pages per minute', '50 sheets, both sides', '8.5 × 14 in', 'Wi-Fi, USB 3.2', 'Mains', '11.5 × 6.3 × 6.0 in', '7.5 lb'),
    features: ['Both sides in one pass', 'Touch screen of 4.3 inches', 'A profile for everyone in the house', 'Notices two sheets at once', 'Receipts, cards and letters mixed'],
    reviews: [
      [5, 'Douglas Reid', 'Attorney', '2026-10-06', 'Three file cabinets became one disk in a month of evenings.'],
      [5, 'Mina Kowalski', 'Bookkeeper', '2026-06-17', 'Receipts of all sizes in one go. My clients bring shoeboxes, this eats them.'],
      [3, 'Jack Turley', null, '2026-01-05', 'Hardware is excellent. The software wants to run all the time.'],
    ],
  }),
  demoProduct('scanners', {
    sku: 'BR-ADS4900', name: 'Brother ADS-4900W', brand: 'Brother',
    priceCents: 79900, stockQuantity: 7, isBusinessProduct: true,
    drawing: { kind: 'scanner-document', casing: 'slate', variant: 2 },
    description: 'A desk scanner for departments: a hundred sheets in the feeder and sixty pages a minute. Staff choose where a pile goes with one tap.',
    specifications: sheet('Sheet-fed', '600 dpi', '60 pages per minute', '100 sheets, both sides', '8.5 × 14 in', 'Wi-Fi, Gigabit Ethernet, USB 3.0', 'Mains', '11.8 × 10.1 × 9.8 in', '9.9 lb'),
    features: ['Feeder for 100 sheets', 'Made for 9,000 pages a day', 'Scans to folders without a computer', 'PIN for every user'],
    reviews: [
      [4, 'Wanda Fisk', 'County clerk', '2026-09-02', 'Runs from eight to five. The touch screen makes training short.'],
      [5, 'Leo Marchetti', 'Freight forwarder', '2026-04-11', 'Waybills with staples torn off, carbon copies, all of it. Hardly ever a double feed.'],
    ],
  }),
  demoProduct('scanners', {
    sku: 'EP-DS530II', name: 'Epson WorkForce DS-530 II', brand: 'Epson',
    priceCents: 39900, stockQuantity: 10, isBusinessProduct: true,
    drawing: { kind: 'scanner-document', casing: 'ink', variant: 1 },
    description: 'A no-frills document scanner that works with the software an office already has. It takes plastic cards as well as thin slips.',
    specifications: sheet('Sheet-fed', '600 dpi', '35 pages per minute', '50 sheets, both sides', '8.5 × 14 in', 'USB 3.0', 'Mains', '11.7 × 6.6 × 6.9 in', '7.9 lb'),
    features: ['TWAIN and ISIS drivers', 'Takes plastic cards', 'Feeds slowly for delicate paper on request', 'Network module as an option'],
    reviews: [[4, 'Teresa Blum', 'Dental practice', '2026-02-28', 'Insurance cards and forms every day, right into our software. No wireless, which is fine at the desk.']],
  }),
  demoProduct('scanners', {
    sku: 'BR-DS640', name: 'Brother DS-640', brand: 'Brother',
    priceCents: 10999, stockQuantity: 19,
    drawing: { kind: 'scanner-portable', casing: 'ink', variant: 0 },
    description: 'A scanner as long as a ruler for the laptop bag. It draws its power from the cable and reads a page in four seconds.',
    specifications: sheet('Portable', '1200 dpi', '15 pages per minute', 'Single sheets', '8.5 × 72 in', 'USB 3.0', 'From USB', '11.9 × 2.2 × 1.4 in', '1.5 lb'),
    features: ['Weighs less than a bottle of water', 'Straightens pages', 'Reads cards and receipts', 'Long pages up to 72 inches'],
    reviews: [
      [5, 'Alan Whitcomb', 'Field inspector', '2026-08-12', 'Lives in my truck. Reports are sent before I leave the site.'],
      [3, 'Judy Carver', null, '2025-12-12', 'Good, but feed the paper straight or it leans.'],
    ],
  }),
  demoProduct('scanners', {
    sku: 'RI-IX110', name: 'Ricoh ScanSnap iX110', brand: 'Ricoh',
    priceCents: 22900, tags: ['new'], stockQuantity: 8,
    drawing: { kind: 'scanner-portable', casing: 'chalk', variant: 1 },
    description: 'The portable one with its own battery and wireless, so the phone is all you need beside it. Good for 350 pages on a charge.',
    specifications: sheet('Portable', '600 dpi', '11 pages per minute', 'Single sheets', '8.5 × 34 in', 'Wi-Fi, USB 2.0', 'Battery, charged by USB', '10.8 × 1.9 × 1.4 in', '0.9 lb'),
    features: ['350 pages on a charge', 'Scans to the phone', 'Joins both halves of a large page', 'Starts when paper goes in'],
    reviews: [
      [5, 'Yvonne Clarke', 'Researcher', '2026-09-30', 'Two weeks of archive visits with this and a phone. Librarians approve, it is silent.'],
      [4, 'Rick Sandoval', 'Salesman', '2026-07-03', 'Contracts signed and sent at the customer’s table.'],
    ],
  }),
  demoProduct('scanners', {
    sku: 'DO-Q', name: 'Doxie Q2', brand: 'Doxie',
    priceCents: 29999, stockQuantity: 0,
    drawing: { kind: 'scanner-portable', casing: 'sand', variant: 1 },
    description: 'A folding scanner with a battery, a small feeder and storage inside. Open the flap and scan, no computer in sight.',
    specifications: sheet('Portable', '600 dpi', '8 pages per minute', '8 sheets, one side', '8.5 × 15 in', 'Wi-Fi, USB-C', 'Battery, charged by USB', '12.2 × 2.2 × 1.7 in', '1.9 lb'),
    features: ['Feeder for eight sheets', 'Stores up to 4,000 pages', 'Works without a computer', 'Folds to the size of a ruler'],
  }),
  demoProduct('scanners', {
    sku: 'KO-SLIDE', name: 'Kodak Slide N Scan Max', brand: 'Kodak',
    priceCents: 18999, stockQuantity: 16,
    drawing: { kind: 'scanner-flatbed', casing: 'cobalt', variant: 1 },
    description: 'Slides and negatives go in on one side and appear on the screen at once. Quick and simple, for the box from the attic rather than for the gallery.',
    specifications: sheet('Film', '22 megapixels', '1 second a frame', 'Continuous tray for slides', '35 mm, 126 and 110 film', 'USB-C, SD card, HDMI', 'From USB', '4.5 × 6.1 × 4.5 in', '1.1 lb'),
    features: ['Large screen for sorting', 'Trays for three film formats', 'Saves to a memory card', 'Shows pictures on the television'],
    reviews: [
      [4, 'Carol Jennings', 'Retired', '2026-06-10', 'Eight hundred slides in two weekends. My brothers cried.'],
      [3, 'Walt Ferris', 'Photographer', '2025-10-25', 'Fast and friendly, but it photographs the film rather than scanning it. Know what you buy.'],
    ],
  }),
  demoProduct('scanners', {
    sku: 'AV-MR5', name: 'Avision MiWand 5 Dock', brand: 'Avision',
    priceCents: 14900, stockQuantity: 12,
    drawing: { kind: 'scanner-portable', casing: 'cobalt', variant: 2 },
    description: 'A wand for newspapers and bound books, and a dock that turns it into a page scanner. A small display shows what was read.',
    specifications: sheet('Portable', '1200 dpi', '10 pages per minute', 'Single sheets', '8.5 × 17 in', 'Wi-Fi, USB 2.0', 'Battery, charged by USB', '12.0 × 2.4 × 2.0 in', '1.6 lb'),
    features: ['Glides over bound books', 'Dock with a page feed', 'Colour display', 'Saves to a memory card'],
    reviews: [[4, 'Nigel Abara', 'Genealogist', '2026-05-16', 'Parish books may not be pressed flat, so this is ideal. Practise a steady hand.']],
  }),
  demoProduct('scanners', {
    sku: 'RI-FI8170', name: 'Ricoh fi-8170', brand: 'Ricoh',
    priceCents: 104900, stockQuantity: 0, madeToOrder: true, isBusinessProduct: true,
    drawing: { kind: 'scanner-document', casing: 'sand', variant: 2 },
    description: 'For the mail room: seventy pages a minute, ten thousand a day, from thick card to tissue. We set up profiles for your document system before it ships.',
    specifications: sheet('Sheet-fed', '600 dpi', '70 pages per minute', '100 sheets, both sides', '8.5 × 240 in', 'Gigabit Ethernet, USB 3.2', 'Mains', '11.8 × 6.7 × 6.4 in', '8.8 lb'),
    features: ['Made for 10,000 pages a day', 'Passports through a carrier sheet', 'Hears a jam coming and stops', 'Profiles set up to order', 'Reads long pages'],
    reviews: [
      [5, 'Stefan Brandt', 'Head of mail room', '2026-07-14', 'It listens to the paper. We had four torn sheets in half a million.'],
      [4, 'Opal Jenkins', 'Records office', '2026-03-06', 'Profiles were ready when it came. Two weeks wait, as announced.'],
    ],
  }),
]
