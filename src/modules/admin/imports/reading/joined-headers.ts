import { candidatesOf, isLeftOut } from './header-words.ts'

/**
 * The names of columns whose header has two lines, the upper one over groups of columns ("Price" over "Dealer" and
 * "List"), as merged cells leave it: in the first column of each group. A column is called by the lower line, with the
 * upper one where only both together say what it is, and by the upper one where the lower is empty.
 */
export function joinHeaders(upper: readonly string[], lower: readonly string[]): readonly string[] {
  const width = Math.max(upper.length, lower.length)
  const isTwice = (name: string) => lower.filter((other) => other.trim() === name).length > 1
  let group = ''
  return Array.from({ length: width }, (_, index) => {
    const own = (upper[index] ?? '').trim()
    if (own !== '') group = own
    const name = (lower[index] ?? '').trim()
    if (name === '' || group === '') return name || own
    // "Net" below "Weight" is no price.
    if (isLeftOut(group)) return `${group} ${name}`
    const [best = name] = [name, `${name} ${group}`, `${group} ${name}`].toSorted((a, b) => weightOf(b) - weightOf(a))
    return best === name && isTwice(name) ? `${group} ${name}` : best
  })
}

/** How strongly a name speaks for a field. */
function weightOf(name: string): number {
  return candidatesOf(name)[0]?.weight ?? 0
}
