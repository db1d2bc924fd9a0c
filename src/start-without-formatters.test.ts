import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'

const FOLDERS = ['platform', 'modules', 'bff']
/** The first of these in a process reads the data of a language, for 10 ms of a start. */
const NEEDS_A_LANGUAGE = new Set([
  'Intl',
  'toLocaleString',
  'toLocaleDateString',
  'toLocaleTimeString',
  'localeCompare',
])

/**
 * These make schemas of parts of documents, or read texts into tables of words, for 20 ms of a start in all: what they make
 * is made when it is first used (`onFirstUse`, `defineModel`).
 */
const TAKES_LONG = new Set(['part', 'fold', 'normalize', 'spelledWordsOf', 'byFirstWord', 'dictionaryOf'])

function nameOfCalled(node: ts.Node): string | null {
  if (!ts.isCallExpression(node)) return null
  const called = ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression
  return ts.isIdentifier(called) ? called.text : null
}

/** What a module does that takes long while it is loaded, and not in one of its functions. */
function whileLoaded(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) return
    const called = nameOfCalled(node)
    const name =
      ts.isIdentifier(node) && NEEDS_A_LANGUAGE.has(node.text)
        ? node.text
        : called !== null && TAKES_LONG.has(called)
          ? called
          : null
    if (name !== null)
      found.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1} ${name}`)
    if (!ts.isTypeNode(node)) ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

it('no module of the server formats numbers or dates, reads words or makes schemas of documents while it is loaded', () => {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing\//.test(file))
      .map((file) => join(folder, file)),
  )
  const found = files.flatMap((file) => whileLoaded(file, readFileSync(join(import.meta.dirname, file), 'utf8')))
  expect(found).toEqual([])
})

it('what a function does is not done while its module is loaded', () => {
  const text = `
    const said = (n: number) => n.toLocaleString('en-US')
    class Told { text = 'a'; tell() { return 'a'.localeCompare('b') } }
    let kept: Intl.NumberFormat | null = null
    const now = (1000).toLocaleString('en-US')
    const format = new Intl.NumberFormat('en-US')
    const words = onFirstUse(() => ['für'].map(fold))
    const address = () => part({ city: text })
    const line = part({ sku: text })
    const key = 'für'.normalize()`
  expect(whileLoaded('some.ts', text)).toEqual([
    'some.ts:5 toLocaleString',
    'some.ts:6 Intl',
    'some.ts:9 part',
    'some.ts:10 normalize',
  ])
})
