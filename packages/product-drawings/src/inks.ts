/** What a supply prints with; `color` is cyan, magenta and yellow in one. */
export const INKS = ['black', 'cyan', 'magenta', 'yellow', 'color'] as const
export type Ink = (typeof INKS)[number]
