import { describe, expect, it } from 'vitest'
import { email, line, optionalLine, paragraph, queryText, shortLine, SpanEnd, SpanStart, staffText } from './common.ts'

const APART = 'Cafe\u0301 Zu\u0308rich'
const TOGETHER = 'Café Zürich'

describe('typed text', () => {
  it.each([
    ['a line', line({ message: 'Type a name' })],
    ['a line that may be missing', optionalLine()],
    ['a line that may be empty', shortLine(100)],
    ['a paragraph', paragraph({})],
    ['a text of staff', staffText(100)],
  ])('has each accented letter as one character: %s', (_, schema) => {
    expect(schema.parse(APART)).toBe(TOGETHER)
    expect(schema.parse(TOGETHER)).toBe(TOGETHER)
  })

  it.each([
    ['a line', line({ message: 'Type an address', isIdentifier: true })],
    ['a line that may be missing', optionalLine(100, { isIdentifier: true })],
    ['a line that may be empty', shortLine(100, { isIdentifier: true })],
  ])('stays as it is where it is a key, an address or a password: %s', (_, schema) => {
    expect(schema.parse(APART)).toBe(APART)
  })

  it('may be as long as it looks', () => {
    expect(line({ max: TOGETHER.length, message: 'Type a name' }).parse(APART)).toBe(TOGETHER)
  })

  it.each([
    ['a line', line({ max: 12, message: 'Type a number' })],
    ['a line that may be missing', optionalLine(12)],
    ['a line that may be empty', shortLine(12)],
    ['the number of a thing', shortLine(12, { isIdentifier: true })],
  ])('is taken without what copying adds to it: %s', (_, schema) => {
    for (const [before, after] of ['\u202d\u202c', '\u202a\u202c', '\u2066\u2069', '\t\t'])
      expect(schema.parse(`${before}405 555-0142${after}`)).toBe('405 555-0142')
    expect(schema.parse('12 Elm\tSt')).toBe('12 Elm St')
  })

  it('is taken so as an email address', () => {
    expect(email().parse('\u2068Ada@Example.com\u2069\t')).toBe('ada@example.com')
  })

  it('is refused where a character turns the letters around or cannot be seen', () => {
    for (const character of ['\u202e', '\u0007'])
      expect(line({ message: 'City is required' }).safeParse(`Tul${character}sa`).success).toBe(false)
  })

  it('stays as it is in an address, where it may be that of an older brand', () => {
    expect(queryText(100).parse(APART)).toBe(APART)
  })
})

describe('a span of time in a query', () => {
  it.each(['yesterday', '2026-02-30', '1', ''])('says what it takes when it begins or ends with "%s"', (text) => {
    for (const end of [SpanStart, SpanEnd])
      expect(end.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([
        'Send a day like 2026-12-31, or a time like 2026-12-31T12:00:00Z',
      ])
  })
})
