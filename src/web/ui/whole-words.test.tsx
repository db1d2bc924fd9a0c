import { renderToStaticMarkup } from 'react-dom/server.edge'
import { expect, test } from 'vitest'
import { WholeWords } from './whole-words.tsx'

const rendered = (text: string) => renderToStaticMarkup(<WholeWords>{text}</WholeWords>)
const together = (word: string) => `<span class="inline-block [text-decoration:inherit]">${word}</span>`

test('a word with a hyphen stays on one line', () => {
  expect(rendered('Brother HL-L2350DW')).toBe(`Brother ${together('HL-L2350DW')}`)
  expect(rendered('Standard 3-7 days, express 1-2 days')).toBe(
    `Standard ${together('3-7')} days, express ${together('1-2')} days`,
  )
})

test.each(['Xerox C230', '', ' a  b ', 'Standard - free'])(
  'a text without such a word is left as it is: "%s"',
  (text) => {
    expect(rendered(text)).toBe(text)
  },
)
