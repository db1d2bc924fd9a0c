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

/** What a module does with languages while it is loaded, and not in one of its functions. */
function whileLoaded(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) return
    if (ts.isIdentifier(node) && NEEDS_A_LANGUAGE.has(node.text))
      found.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1} ${node.text}`)
    if (!ts.isTypeNode(node)) ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

it('no module of the server needs the words of a language while it is loaded', () => {
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
    const format = new Intl.NumberFormat('en-US')`
  expect(whileLoaded('some.ts', text)).toEqual(['some.ts:5 toLocaleString', 'some.ts:6 Intl'])
})
