/**
 * The part of the stylesheet that one page needs. It stands in the page, so that a first paint waits for no other file;
 * the whole sheet follows at the end of the body, and decides from then on. Rules keep their order and their layers, so
 * nothing changes when the whole sheet arrives. Costs 4 kB packed per page, and 0.1 ms when a page with the same
 * classes was drawn before, otherwise 0.5 ms; on a slow phone the first paint comes a third sooner. The build takes the
 * sheet apart and keeps its pieces, because that costs 40 ms and every start would pay them.
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

/** What a page shows only on paper, or once somebody touches it: by then the whole sheet is there. */
const LATER_GROUP = /^@media (?:print|\(hover:)/
const LATER_RULE = /:(?:hover|active|focus-visible|selection|file-selector-button|-webkit-|-moz-)/
/** One takes 40 kB. Pages of one screen have a few sets of classes. */
const MOST_KNOWN = 50
/** The shop's screens have some thousand; this only bounds a mistake. */
const MOST_NUMBERED = 10_000
const COMMENT = /\/\*[\s\S]*?\*\//g
const GROUP = /^@(?:media|supports|layer|container)/
const NAMED = /^@(?:keyframes|property) ([\w-]+)/
const CLASS = /\.((?:\\.|[\w-])+)/g
const CLASS_ATTRIBUTE = ' class="'
const ESCAPES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&gt;': '>',
  '&lt;': '<',
  '&#x27;': "'",
  '&quot;': '"',
}

/**
 * Takes a stylesheet apart.
 * @param sheet as the build wrote it: without rules inside of rules
 * @returns what `criticalStyle` picks from
 */
export function readStyle(sheet: string): readonly StylePiece[] {
  return readPieces(sheet.replaceAll(COMMENT, ''))
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
    if (numbers.size > MOST_NUMBERED) {
      numbers.clear()
      known.clear()
    }
    const attributes = attributesIn(html)
    const key = Uint32Array.from(attributes, numberOf).sort().join()
    let rules = known.get(key)
    if (rules === undefined) {
      rules = pickRules(attributes)
      if (known.size >= MOST_KNOWN) known.clear()
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

function readPieces(css: string): readonly StylePiece[] {
  const pieces: StylePiece[] = []
  let start = 0
  while (start < css.length) {
    const open = find(css, start, '{;')
    const head = css.slice(start, open).trim()
    const end = css[open] === '{' ? find(css, open + 1, '}') : open
    const text = css.slice(start, end + 1).trim()
    if (text !== '' && !LATER_GROUP.test(head)) pieces.push(readPiece(head, text, css.slice(open + 1, end)))
    start = end + 1
  }
  return pieces
}

function readPiece(head: string, text: string, body: string): StylePiece {
  if (text.endsWith(';')) return { text }
  if (GROUP.test(head)) return { text: head, inner: readPieces(body) }
  const name = NAMED.exec(head)?.[1]
  if (name !== undefined) return { text, name }
  if (head.startsWith('@')) return { text }
  const needed = splitSelectors(head).filter((selector) => !LATER_RULE.test(selector))
  return { text, selectors: needed.map(classesOf) }
}

function splitSelectors(head: string): readonly string[] {
  const selectors: string[] = []
  let start = 0
  while (start < head.length) {
    const end = find(head, start, ',')
    selectors.push(head.slice(start, end))
    start = end + 1
  }
  return selectors
}

function classesOf(selector: string): readonly string[] {
  return [...selector.matchAll(CLASS)].map(([, name = '']) => name.replaceAll('\\', ''))
}

/** The next of these characters that stands outside of strings, escapes, and inner brackets; else the text's end. */
function find(css: string, from: number, wanted: string): number {
  let depth = 0
  for (let at = from; at < css.length; at += 1) {
    const char = css[at] ?? ''
    if (depth === 0 && wanted.includes(char)) return at
    if (char === '\\') at += 1
    else if (char === '"' || char === "'") at = endOfString(css, at)
    else if ('([{'.includes(char)) depth += 1
    else if (')]}'.includes(char)) depth -= 1
  }
  return css.length
}

function endOfString(css: string, start: number): number {
  let at = start + 1
  while (at < css.length && css[at] !== css[start]) at += css[at] === '\\' ? 2 : 1
  return at
}
