/**
 * What is measured of a product: how many pages a minute it prints or scans, what it weighs in grams, and how many pages,
 * prints or labels a month it is made for.
 */
export const MEASURES = ['ppm', 'grams', 'monthlyPages'] as const
export type Measure = (typeof MEASURES)[number]

/** Null where nothing is known of it. */
export type Measured = Readonly<Record<Measure, number | null>>

/** Both ends belong to it; without any it limits nothing. */
export interface MeasureLimits {
  readonly least?: number
  readonly most?: number
  /** Whether a product of which it is not known is within, too. */
  readonly orUnknown?: boolean
}

export type MeasuresWithin = Partial<Readonly<Record<Measure, MeasureLimits>>>

/** The measures that are limited. */
export function limitedOf(limits: MeasuresWithin): readonly Measure[] {
  return MEASURES.filter((measure) => limits[measure]?.least !== undefined || limits[measure]?.most !== undefined)
}

/** Whether a product is within all limits; what is not known is within none, unless they say otherwise. */
export function isWithin(measured: Measured, limits: MeasuresWithin): boolean {
  return limitedOf(limits).every((measure) => {
    const { least = 0, most = Infinity, orUnknown = false } = limits[measure] ?? {}
    const value = measured[measure]
    return value === null ? orUnknown : value >= least && value <= most
  })
}
