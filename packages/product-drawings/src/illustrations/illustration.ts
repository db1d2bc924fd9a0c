import { PALETTES, type Casing } from '../casings.ts'
import type { Model } from '../model.ts'
import type { Look, View } from '../models/view.ts'
import type { Viewpoint } from '../space.ts'

/** A scene and the sheet it is drawn on. */
export interface Illustration {
  readonly title: string
  readonly build: () => Model
  readonly viewpoint: Viewpoint
  readonly width: number
  readonly height: number
  /** A field of halftone dots behind the scene: its middle and radius on the sheet. */
  readonly halftone: readonly [number, number, number]
}

/** What a model is built from, by the name of its casing. */
export const look = (casing: Casing, view: View = 'front', variant = 0): Look => ({
  palette: PALETTES[casing],
  view,
  variant,
})
