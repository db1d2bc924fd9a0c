/** What is measured of a product: how many pages a minute it prints or scans, and what it weighs in grams. */
export const MEASURES = ['ppm', 'grams'] as const
export type Measure = (typeof MEASURES)[number]

/** Null where nothing is known of it. */
export type Measured = Readonly<Record<Measure, number | null>>

/** Both ends belong to it; without any it limits nothing. */
export interface MeasureLimits {
  readonly least?: number
  readonly most?: number
}

export type MeasuresWithin = Partial<Readonly<Record<Measure, MeasureLimits>>>

/** The measures that are limited. */
export function limitedOf(limits: MeasuresWithin): readonly Measure[] {
  return MEASURES.filter((measure) => limits[measure]?.least !== undefined || limits[measure]?.most !== undefined)
}

/** Whether a product is within all limits; what is not known is within none. */
export function isWithin(measured: Measured, limits: MeasuresWithin): boolean {
  return limitedOf(limits).every((measure) => {
    const { least = 0, most = Infinity } = limits[measure] ?? {}
    const value = measured[measure]
    return value !== null && value >= least && value <= most
  })
}
