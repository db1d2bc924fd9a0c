export interface Manual {
  readonly name: string
  readonly type: string
  /** As people read it: "4.2 MB". */
  readonly size: string
  readonly downloads: number
}

/** How many manuals there are of each kind (specification 2, section 2). */
export const MANUAL_CATEGORIES = [
  {
    title: 'Printer Manuals',
    count: 25,
    description: 'Laser, inkjet, tank and photo printers',
  },
  {
    title: 'Scanner Manuals',
    count: 12,
    description: 'Document, flatbed and barcode scanners',
  },
  {
    title: 'POS Manuals',
    count: 8,
    description: 'Terminals, receipt printers, cash drawers',
  },
] as const

/** The popular downloads (specification 2, section 2). */
export const POPULAR_MANUALS: readonly Manual[] = [
  { name: 'HP LaserJet Pro M404dn User Guide', type: 'PDF', size: '8.4 MB', downloads: 1842 },
  { name: 'HP OfficeJet Pro 9015e Setup Guide', type: 'PDF', size: '3.1 MB', downloads: 1530 },
  { name: 'HP DeskJet 4155e Quick Start', type: 'PDF', size: '1.6 MB', downloads: 1274 },
  { name: 'HP ENVY 6055e Wireless Setup', type: 'PDF', size: '2.2 MB', downloads: 1108 },
  { name: 'Document Scanner Maintenance Guide', type: 'PDF', size: '2.9 MB', downloads: 764 },
  { name: 'POS Terminal Installation Manual', type: 'PDF', size: '5.7 MB', downloads: 512 },
]

/** The manuals whose name has every word of the search; all of them for a blank one. */
export function searchManuals(manuals: readonly Manual[], search: string): readonly Manual[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return manuals.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
}
