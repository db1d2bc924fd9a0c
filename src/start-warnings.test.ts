import { describe, expect, it } from 'vitest'
import { aConfigReader, PRODUCTION } from './testing/config-reader.ts'
import { warnOfTryOut } from './start-warnings.ts'

const { load } = aConfigReader()

function warningsOf(settings: Readonly<Record<string, string>>): readonly string[] {
  const said: string[] = []
  const warn = (...parts: readonly unknown[]) => said.push(String(parts.at(-1)).split(':')[0] ?? '')
  warnOfTryOut(load(settings), { warn } as never)
  return said
}

describe('the start warns', () => {
  it('of cards that pay nothing, where customers buy', () => {
    expect(warningsOf({ ...PRODUCTION, SMTP_URL: 'log' })).toEqual(['CARD_TEST_MODE is not false'])
    expect(warningsOf({ ...PRODUCTION, SMTP_URL: 'log', CARD_TEST_MODE: 'false' })).toEqual([])
    expect(warningsOf({}), 'a try-out').toEqual([])
  })

  it('of mails that lead nowhere, or that nobody takes', () => {
    const mails = { ...PRODUCTION, SMTP_URL: 'smtp://127.0.0.1', CARD_TEST_MODE: 'false' }
    expect(warningsOf(mails)).toEqual(['PUBLIC_URL is not set', 'MAIL_FROM is not set'])
    const own = { PUBLIC_URL: 'https://shop.example', MAIL_FROM: 'shop@shop.example' }
    expect(warningsOf({ ...mails, ...own })).toEqual([])
  })
})
