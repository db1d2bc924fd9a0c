import { expect, test } from 'vitest'
import { narrowHtml, narrowJson } from './narrow-text.ts'

const LETTERS = 'Zoë’s 名前 🖨️ – 5 € · ¼\u2028'
/** Texts are written in two ways, by how many of their letters are wide. */
const TEXTS = [
  LETTERS,
  `${'The printer prints. '.repeat(20)}${LETTERS}`,
  '\u0100\u03e7\u03e8\u270f\u2710\ufffe\uffff\u{10000}\u{1869f}\u{186a0}\u{f423f}\u{f4240}\u{10ffff}',
  'Πρίντερ ü й 印\u0100\xff',
]

test.each(TEXTS)('HTML means the same, and no letter in it is wide (%#)', (text) => {
  const narrowed = narrowHtml(text)
  expect(narrowed).toMatch(/^[\0-\xFF]+$/)
  expect(narrowed.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))).toBe(text)
})

test.each(TEXTS)('JSON means the same, and no letter in it is wide (%#)', (text) => {
  const narrowed = narrowJson(JSON.stringify({ [text]: text }))
  expect(narrowed).toMatch(/^[\0-\xFF]+$/)
  expect(JSON.parse(narrowed)).toEqual({ [text]: text })
})

test('half of a letter is one by itself', () => {
  const halves = '\ud83d 名前 \udda8\ud83d'
  expect(narrowHtml(halves)).toBe('&#55357; &#21517;&#21069; &#56744;&#55357;')
  expect(JSON.parse(narrowJson(`"${halves}"`))).toBe(halves)
})

test('a text that is narrow stays as it is', () => {
  expect(narrowHtml('<p>Zoë &amp; "5 · 6"</p>')).toBe('<p>Zoë &amp; "5 · 6"</p>')
})
