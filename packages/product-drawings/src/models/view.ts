import type { Palette } from '../casings.ts'
import type { Model } from '../model.ts'
import type { Point3, Viewpoint } from '../space.ts'

/** The pictures of one product: closed, at work, from behind, and one thing up close. */
export const VIEWS = ['front', 'open', 'back', 'detail'] as const
export type View = (typeof VIEWS)[number]

/** What a model is built from: its colors, what it is doing, and small differences between makes. */
export interface Look {
  readonly palette: Palette
  readonly view: View
  /** 0, 1, 2: other proportions, panels and trays of the same kind of machine. */
  readonly variant: number
}

/** A model and where it is looked at from; with `closeUp`, one place of it under a round magnifier. */
export interface ModelView {
  readonly model: Model
  readonly viewpoint: Viewpoint
  readonly closeUp?: { readonly at: Point3; readonly zoom: number }
}

export type BuildModel = (look: Look) => ModelView

const VIEWPOINTS: Readonly<Record<View, Viewpoint>> = {
  front: { turn: 24, rise: 19 },
  open: { turn: -31, rise: 27 },
  back: { turn: 207, rise: 20 },
  detail: { turn: 22, rise: 34 },
}

/** The usual places for the four views. */
export function viewpointOf(view: View): Viewpoint {
  return VIEWPOINTS[view]
}
