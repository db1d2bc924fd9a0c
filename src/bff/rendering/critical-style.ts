/**
 * The part of the stylesheet that one page needs. It stands in the page, so that a first paint waits for no other file;
 * the whole sheet follows at the end of the body, and decides from then on. Rules keep their order and their layers, so
 * nothing changes when the whole sheet arrives. It costs 4 compressed kB per page, and 0.1 ms when a page with the same
 * classes was rendered before, otherwise 0.5 ms; on a slow phone the first paint comes a third sooner. The build takes the
 * sheet apart (scripts/read-style.ts) and keeps its pieces, because every start would pay for it.
 */

/** A rule, a statement, or a group of rules; plain JSON. */
export interface StylePiece {
  /** All of a rule; of a group what precedes its rules, without the brace. */
  readonly text: string
  readonly inner?: readonly StylePiece[]
  /** For each selector of a rule the classes that it names. */
  readonly selectors?: readonly (readonly string[])[]
  /** The name by which the other rules refer to an animation or a registered property. */
  readonly name?: string
}

/** One takes 40 kB. Pages of one screen have a few sets of classes. */
const MAX_KNOWN = 50
/** The shop's screens have some thousand; this only bounds a mistake. */
const MAX_NUMBERED = 10_000
const CLASS_ATTRIBUTE = ' class="'
const ESCAPES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&gt;': '>',
  '&lt;': '<',
  '&#x27;': "'",
  '&quot;': '"',
}

/**
 * Picks of a stylesheet the rules that an HTML text uses: those whose classes it has, and all that name no class. The
 * text comes in pieces, cut between tags.
 */
export function criticalStyle(pieces: readonly StylePiece[]): (html: readonly string[]) => string {
  const known = new Map<string, string>()
  /** A number for each value of a class attribute, because the values of a page are 15 kB to compare. */
  const numbers = new Map<string, number>()

  function numberOf(value: string): number {
    let number = numbers.get(value)
    if (number === undefined) {
      number = numbers.size
      // A copy: a slice would keep the whole page.
      numbers.set(Buffer.from(value).toString(), number)
    }
    return number
  }

  function pickRules(attributes: ReadonlySet<string>): string {
    const classes = classesIn(attributes)
    const picked = pieces.map((piece) => [piece, pick(piece, classes)] as const)
    const rules = picked.map(([{ name }, text]) => (name === undefined ? text : '')).join('')
    return picked.map(([{ name }, text]) => (name === undefined || rules.includes(name) ? text : '')).join('')
  }

  return (html) => {
    if (numbers.size > MAX_NUMBERED) {
      numbers.clear()
      known.clear()
    }
    const attributes = attributesIn(html)
    const key = Uint32Array.from(attributes, numberOf).sort().join()
    let rules = known.get(key)
    if (rules === undefined) {
      rules = pickRules(attributes)
      if (known.size >= MAX_KNOWN) known.clear()
      known.set(key, rules)
    }
    return rules
  }
}

function pick(piece: StylePiece, classes: ReadonlySet<string>): string {
  const { text, inner, selectors } = piece
  if (inner !== undefined) {
    const rules = inner.map((each) => pick(each, classes)).join('')
    if (rules !== '') return `${text}{${rules}}`
    // An empty layer keeps its place among the others.
    return text.startsWith('@layer') ? `${text};` : ''
  }
  return selectors === undefined || selectors.some((named) => named.every((name) => classes.has(name))) ? text : ''
}

/** The values of the class attributes of a page, each once. */
function attributesIn(html: readonly string[]): ReadonlySet<string> {
  const attributes = new Set<string>()
  for (const piece of html) addAttributes(attributes, piece)
  return attributes
}

function addAttributes(attributes: Set<string>, html: string): void {
  let at = 0
  for (;;) {
    const start = html.indexOf(CLASS_ATTRIBUTE, at) + CLASS_ATTRIBUTE.length
    const end = html.indexOf('"', start)
    if (start < CLASS_ATTRIBUTE.length || end === -1) return
    attributes.add(html.slice(start, end))
    at = end
  }
}

function classesIn(attributes: ReadonlySet<string>): ReadonlySet<string> {
  const classes = new Set<string>()
  for (const value of attributes) {
    const text = value.replaceAll(/&[#\w]+;/g, (escape) => ESCAPES[escape] ?? escape)
    for (const name of text.split(/\s+/)) classes.add(name)
  }
  return classes
}
