import { type FacetName } from '#contracts/facet-names'
import { FACETS, type FacetValue } from '#contracts/listing-choices'

interface FacetLabels {
  readonly title: string
  readonly values: Readonly<Record<string, string>>
  /** What stands before a value that is read without the title. */
  readonly chip?: (label: string) => string
  /** Whether its values are seen before anybody opens it. */
  readonly isOpen?: boolean
}

/** The facets in the order of the filter panel, and what their values are called. */
export const FACET_LABELS: Readonly<Record<FacetName, FacetLabels>> = {
  technology: {
    title: 'Technology',
    values: {
      laser: 'Laser',
      inkjet: 'Inkjet',
      'ink-tank': 'Ink tank',
      'dye-sublimation': 'Dye sublimation',
      'zero-ink': 'Zero ink',
      thermal: 'Thermal',
      impact: 'Impact',
    },
    isOpen: true,
  },
  color: { title: 'Prints in', values: { yes: 'Color', no: 'Black and white' }, isOpen: true },
  duplex: { title: 'Two-sided', values: { yes: 'Automatic' }, chip: () => 'Two-sided', isOpen: true },
  function: {
    title: 'Functions',
    values: { print: 'Prints', copy: 'Copies', scan: 'Scans', fax: 'Faxes' },
    isOpen: true,
  },
  connection: {
    title: 'Connections',
    values: { wifi: 'Wi-Fi', ethernet: 'Ethernet', usb: 'USB', bluetooth: 'Bluetooth' },
  },
  paper: {
    title: 'Largest paper',
    values: {
      roll: 'Receipts, labels',
      photo: 'Photo, to 6 × 8 in',
      letter: 'Letter, legal, A4',
      tabloid: 'Tabloid, A3',
      large: 'Larger sheets, rolls',
    },
  },
  speed: {
    title: 'Pages a minute',
    values: { 'under-20': 'Under 20', '20-34': '20 to 34', '35-49': '35 to 49', '50-up': '50 and more' },
    chip: (label) => `${label} pages a minute`,
  },
  pageCost: {
    title: 'Cost per page',
    values: { 'under-2': 'Under 2¢', '2-4': '2¢ to 4.9¢', '5-up': '5¢ and more' },
    chip: (label) => `${label} a page`,
  },
  ink: {
    title: 'Ink or toner',
    values: {
      black: 'Black',
      cyan: 'Cyan',
      magenta: 'Magenta',
      yellow: 'Yellow',
      color: 'Three colors in one',
      all: 'All colors in one',
    },
    isOpen: true,
  },
  yield: {
    title: 'Page yield',
    values: {
      'under-500': 'Under 500',
      '500-1999': '500 to 1,999',
      '2000-4999': '2,000 to 4,999',
      '5000-up': '5,000 and more',
    },
    chip: (label) => `${label} pages`,
    isOpen: true,
  },
}

export const FACET_ORDER = Object.keys(FACET_LABELS) as FacetName[]

/** A value of a facet, and how it is called. */
export interface LabeledValue {
  readonly value: FacetValue
  readonly label: string
  /** What a chip says. */
  readonly chip: string
}

/** The values of a facet with what they are called. */
export function valuesOf(facet: FacetName): readonly LabeledValue[] {
  const { values, chip = (label: string) => label } = FACET_LABELS[facet]
  return FACETS[facet].map((value) => {
    const label = values[value] ?? value
    return { value, label, chip: chip(label) }
  })
}
