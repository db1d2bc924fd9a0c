import { parse, type AtRule, type ChildNode, type Rule } from 'postcss'
import type { StylePiece } from '../src/bff/rendering/critical-style.ts'

/** What a page shows only on paper, or once somebody touches it: by then the whole sheet is there. */
const LATER_GROUP = /^@media (?:print|\(hover:)/
const LATER_SELECTOR = /:(?:hover|active|focus-visible|selection|file-selector-button|-webkit-|-moz-)/
const GROUPS: ReadonlySet<string> = new Set(['media', 'supports', 'layer', 'container'])
/** Other rules refer to them by their name. */
const NAMED: ReadonlySet<string> = new Set(['keyframes', 'property'])
const CLASS = /\.((?:\\.|[\w-])+)/g

/**
 * Takes a stylesheet apart, for `criticalStyle` to pick from.
 * @param sheet as the build wrote it: without rules inside of rules
 * @throws CssSyntaxError for what is no stylesheet
 */
export function readStyle(sheet: string): readonly StylePiece[] {
  return piecesOf(parse(sheet).nodes)
}

function piecesOf(nodes: readonly ChildNode[]): readonly StylePiece[] {
  return nodes.flatMap((node) => {
    if (node.type === 'rule') return pieceOfRule(node)
    return node.type === 'atrule' ? pieceOfAtRule(node) : []
  })
}

function pieceOfRule(rule: Rule): StylePiece {
  const needed = rule.selectors.filter((selector) => !LATER_SELECTOR.test(selector))
  return { text: String(rule), selectors: needed.map(classesOf) }
}

function pieceOfAtRule(rule: AtRule): StylePiece | [] {
  const { name, params, nodes } = rule
  const head = `@${name} ${params}`.trim()
  if (LATER_GROUP.test(head)) return []
  if (nodes === undefined) return { text: `${head};` }
  if (GROUPS.has(name)) return { text: head, inner: piecesOf(nodes) }
  return NAMED.has(name) ? { text: String(rule), name: params } : { text: String(rule) }
}

function classesOf(selector: string): readonly string[] {
  return [...selector.matchAll(CLASS)].map(([, name = '']) => name.replaceAll('\\', ''))
}
