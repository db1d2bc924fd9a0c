import { expect, test } from 'vitest'
import { narrowHtml, narrowJson } from './narrow-text.ts'

const LETTERS = 'Zoë’s 名前 🖨️ – 5 € · ¼\u2028'

test('HTML means the same, and no letter in it is wide', () => {
  const narrowed = narrowHtml(LETTERS)
  expect(narrowed).toMatch(/^[\0-\xFF]+$/)
  expect(narrowed.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))).toBe(LETTERS)
})

test('JSON means the same, and no letter in it is wide', () => {
  const narrowed = narrowJson(JSON.stringify({ [LETTERS]: LETTERS }))
  expect(narrowed).toMatch(/^[\0-\xFF]+$/)
  expect(JSON.parse(narrowed)).toEqual({ [LETTERS]: LETTERS })
})

test('a text that is narrow stays as it is', () => {
  expect(narrowHtml('<p>Zoë &amp; "5 · 6"</p>')).toBe('<p>Zoë &amp; "5 · 6"</p>')
})
