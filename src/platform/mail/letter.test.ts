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
