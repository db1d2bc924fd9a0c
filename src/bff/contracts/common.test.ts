import { describe, expect, it } from 'vitest'
import { line, optionalLine, paragraph, queryText, shortLine, staffText } from './common.ts'

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

  it('stays as it is in an address, where it may be that of an older brand', () => {
    expect(queryText(100).parse(APART)).toBe(APART)
  })
})
