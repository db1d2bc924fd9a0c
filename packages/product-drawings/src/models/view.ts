import type { Palette } from '../casings.ts'
import type { Model } from '../model.ts'
import type { Point3, Viewpoint } from '../space.ts'
import type { Ink } from '../inks.ts'

/** The pictures of one product: closed, at work, from behind, and one thing up close. */
export const VIEWS = ['front', 'open', 'back', 'detail'] as const
export type View = (typeof VIEWS)[number]

/** What sets one machine apart from others of its kind. What is left out is as usual for the kind. */
export interface Traits {
  /** Width, depth and height in inches: decide the proportions, and how large it is drawn beside others. */
  readonly size?: Point3 | undefined
  /** Trays above each other: 1, 2 or 3. */
  readonly trays?: number | undefined
  /** A line of text with keys, a touch screen, or a touch screen that is tilted up. */
  readonly display?: 'keys' | 'screen' | 'tilted' | undefined
  /** Where an inkjet's panel is. */
  readonly panel?: 'left' | 'middle' | 'right' | undefined
  /** A feeder for originals on the lid. */
  readonly feeder?: boolean | undefined
  /** Paper stands in a support behind the machine. */
  readonly rearPaper?: boolean | undefined
  /** The flap for single sheets in front is open. */
  readonly flap?: boolean | undefined
  /** Ink tanks at both sides. */
  readonly twinTanks?: boolean | undefined
  /** A stand on wheels, or a roll of paper behind. */
  readonly stand?: boolean | undefined
  readonly roll?: boolean | undefined
  /** What is of the darker plastic. */
  readonly accent?: 'top' | 'front' | undefined
  /** The model's name on the casing. */
  readonly plate?: string | undefined
}

/** What a model is built from: its colors, what it is doing, and small differences between makes. */
export interface Look {
  readonly palette: Palette
  readonly view: View
  /** 0, 1, 2: other proportions, panels and trays of the same kind of machine. */
  readonly variant: number
  readonly traits?: Traits
  /** The color of ink or toner, of which only supplies are made. */
  readonly ink?: Ink
}

/** A model and where it is looked at from; with `closeUp`, one place of it under a round magnifier. */
export interface ModelView {
  readonly model: Model
  readonly viewpoint: Viewpoint
  /** Width, depth and height of the machine's body in the model, without paper: what `Traits.size` is of. */
  readonly body?: Point3
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
