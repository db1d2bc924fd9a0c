import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { patient } from './testing/patience.ts'

const ROOT = join(import.meta.dirname, '..')
const FOLDERS = ['src', 'packages/embedded-mongo/src']
/** The short ones come first: what is worse than quadratic would not end with the long ones. */
const LENGTHS = [400, 8000]
/** A linear expression reads so many characters in a millisecond, a quadratic one needs some hundred. */
const LONGEST_MS = 10
const PREFIXES = ['', 'a', '1', '/', '"', 'a:', '<', 'a@a', '&', ' ']
const PUMPS = [' ', '/', 'a', '0', ',', '.', '-', '"', '\n', '<', '&', '=', '@', ':', '#', 'a ', '0 ', 'a.', '""', '&a']
const ENDS = ['\u0001', 'a\u0001', '\n\u0001']

interface Found {
  readonly where: string
  readonly literal: string
}

function expressionsIn(folder: string): Found[] {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
  return files
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|(^|\/)testing\//.test(file))
    .flatMap((file) => literalsOf(join(ROOT, folder, file)))
}

function literalsOf(file: string): Found[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
  const found: Found[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1
      found.push({ where: `${relative(ROOT, file)}:${line}`, literal: node.text })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function compile(literal: string): RegExp {
  const end = literal.lastIndexOf('/')
  // Every place in the text is tried, as `replaceAll` does.
  return new RegExp(literal.slice(1, end), literal.slice(end + 1))
}

/** The first text for which the expression takes too long, three times, so that it is not the machine. */
function slowText(expression: RegExp, texts: readonly string[], longestMs: number): string | null {
  const isSlow = (text: string) => {
    expression.lastIndex = 0
    const started = performance.now()
    expression.test(text)
    return performance.now() - started > longestMs
  }
  return texts.find((text) => isSlow(text) && isSlow(text) && isSlow(text)) ?? null
}

/** Rows of each pump between a beginning and an end. They are made once as flat bytes: to join them anew took a third of the time. */
function rowsOf(pumps: readonly string[]): readonly string[] {
  return LENGTHS.flatMap((length) => pumps.map((pump) => pump.repeat(length / pump.length))).flatMap((row) =>
    PREFIXES.flatMap((prefix) => ENDS.map((end) => Buffer.from(prefix + row + end).toString())),
  )
}

const COMMON_ROWS = rowsOf(PUMPS)
/** Of the characters that only some expressions have, made for the first of these. */
const ownRows = new Map<string, readonly string[]>()

function attacksOn(literal: string): readonly string[] {
  const own = [...new Set(literal.replaceAll(/\\./g, ''))].filter((character) => /[ -~]/.test(character))
  return [...COMMON_ROWS, ...own.filter((character) => !PUMPS.includes(character)).flatMap(rowsOfOwn)]
}

function rowsOfOwn(character: string): readonly string[] {
  const rows = ownRows.get(character) ?? rowsOf([character])
  ownRows.set(character, rows)
  return rows
}

describe('every regular expression of the shop', () => {
  const found = FOLDERS.flatMap(expressionsIn)
  const literals = [...new Map(found.map((each) => [each.literal, each])).values()]

  it('is looked at', () => expect(literals.length).toBeGreaterThan(100))

  it.each([String.raw`/\s+$/`, '/a+b/', '/~+x/'])('would be found to be slow: %s', (literal) =>
    expect(slowText(compile(literal), attacksOn(literal), LONGEST_MS)).not.toBeNull(),
  )

  it.each(literals)('takes time that grows with the text and not with its square: $literal ($where)', ({ literal }) => {
    const slow = slowText(compile(literal), attacksOn(literal), patient(LONGEST_MS))
    expect(slow && `${slow.slice(0, 8)}…${slow.slice(-4)}`).toBeNull()
  })
})
