/** The shop's drawn scenes, by what they show. */
export function illustration(name: string): string {
  return `/images/illustrations/${name}.svg`
}
