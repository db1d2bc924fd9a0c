import { expect, it } from 'vitest'
import { MAIL_THEME } from '#brand'
import { plainName, writeLetter } from './letter.ts'

it('a quiet link is no button, and its address cannot end it', () => {
  const link = { kind: 'link', label: 'Ask & get', url: 'https://shop.example.com/?a="b"&c' } as const
  const write = (isQuiet: boolean) =>
    writeLetter({ subject: 'S', preview: 'P', heading: 'H', parts: [{ ...link, isQuiet }] }, MAIL_THEME)
  const [quiet, button] = [write(true), write(false)]
  expect(quiet.text).toBe(button.text)
  expect(quiet.html).toContain('<a href="https://shop.example.com/?a=&quot;b&quot;&amp;c" style="color:')
  expect(quiet.html).toContain('>Ask &amp; get</a>')
  expect(quiet.html).not.toContain('display:inline-block')
  expect(button.html).toContain('display:inline-block')
})

it('a long name is not cut within a letter', () => {
  expect(plainName(`${'a'.repeat(79)}\u{20000}b`)).toBe('a'.repeat(79))
  expect(plainName(`${'a'.repeat(78)}\u{20000}b`)).toBe(`${'a'.repeat(78)}\u{20000}`)
})

it('a word longer than a line is broken in every part, so that a letter is as wide as its screen', () => {
  const word = 'W'.repeat(175)
  const parts = [
    { kind: 'greeting', name: word },
    { kind: 'paragraph', text: word },
    { kind: 'facts', rows: [['Price when you asked', word]] },
    { kind: 'bill', lines: [{ name: word, note: word, amount: '$1.00' }], sums: [['Total', '$1.00']] },
    { kind: 'lines', heading: word, lines: [word] },
    { kind: 'list', heading: word, items: [word] },
    { kind: 'link', label: word, url: 'https://shop.example.com' },
  ] as const
  const { html } = writeLetter({ subject: 'S', preview: 'P', heading: word, parts }, MAIL_THEME).personal
  const pieces = html.split('\n').filter((piece) => piece.includes(word.slice(0, 80)))
  expect(pieces).toHaveLength(parts.length + 1)
  for (const piece of pieces) {
    expect(piece).toMatch(/^<tr><td style="[^"]*word-break:break-word/)
    // A cell that keeps its words together is as wide as they are.
    for (const cell of piece.split('<td').filter((each) => each.includes('WWW'))) expect(cell).not.toContain('nowrap')
  }
  // What a value is called stays whole beside it.
  expect(html).toMatch(/<td [^>]*white-space:nowrap[^>]*>Price when you asked</)
})
