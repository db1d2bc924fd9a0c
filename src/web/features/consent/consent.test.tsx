import { renderToString } from 'react-dom/server.edge'
import { describe, expect, test } from 'vitest'
import {
  consentRecord,
  cookieDeletions,
  cookiesToClear,
  NOTHING_ALLOWED,
  parseConsent,
  startConsent,
} from './consent.ts'
import { useConsent } from './consent-provider.tsx'

const NOW = new Date('2026-11-21T10:00:00.000Z')
const QUIET = { gpc: false, dnt: false }
const everything = consentRecord({ analytics: true, marketing: true }, new Date('2026-01-01T00:00:00.000Z'))

describe('a visitor’s choice when the shop opens', () => {
  test('without a record the banner shows and nothing is allowed', () => {
    expect(startConsent(null, QUIET, null, NOW)).toEqual({ choice: NOTHING_ALLOWED, isBannerShown: true, record: null })
  })

  test('a record holds, and the banner stays away', () => {
    expect(startConsent(everything, QUIET, null, NOW)).toMatchObject({
      choice: { analytics: true, marketing: true },
      isBannerShown: false,
      record: null,
    })
  })

  test('a global privacy signal turns everything off, saves that and hides the banner', () => {
    const start = startConsent(null, { gpc: true, dnt: false }, null, NOW)
    expect(start).toMatchObject({ choice: NOTHING_ALLOWED, isBannerShown: false })
    expect(start.record).toEqual({
      version: '1.0',
      essential: true,
      analytics: false,
      marketing: false,
      timestamp: NOW.toISOString(),
    })
  })

  test('a global privacy signal overrules an older consent, but not one that was given in spite of it', () => {
    const signals = { gpc: true, dnt: false }
    expect(startConsent(everything, signals, null, NOW).choice).toEqual(NOTHING_ALLOWED)
    expect(startConsent(everything, signals, everything.timestamp, NOW).choice).toMatchObject({ marketing: true })
  })

  test('do-not-track turns everything off without saving, and the banner stays', () => {
    expect(startConsent(null, { gpc: false, dnt: true }, null, NOW)).toEqual({
      choice: NOTHING_ALLOWED,
      isBannerShown: true,
      record: null,
    })
  })
})

describe('a stored record', () => {
  test('is read again as it was saved', () => {
    expect(parseConsent(JSON.parse(JSON.stringify(everything)), NOW)).toEqual(everything)
  })

  test.each([
    ['of another version', { ...everything, version: '0.9' }],
    ['from a time to come', { ...everything, timestamp: '2030-01-01T00:00:00.000Z' }],
    ['without a time', { ...everything, timestamp: 'soon' }],
    ['with words for choices', { ...everything, analytics: 'yes' }],
    ['that is a list', []],
    ['that is null', null],
  ])('%s counts as absent', (_what, stored) => {
    expect(parseConsent(stored, NOW)).toBeNull()
  })
})

describe('withdrawing', () => {
  const cookies = '_ga=1; _ga_X1=2; _gid=3; _gat=4; _gat_UA=5; _fbp=6; _fbc=7; session=8; _gallery=9'

  test('finds the cookies that are no longer allowed, and no others', () => {
    expect(cookiesToClear(cookies, { analytics: false, marketing: true })).toEqual([
      '_ga',
      '_ga_X1',
      '_gid',
      '_gat',
      '_gat_UA',
    ])
    expect(cookiesToClear(cookies, { analytics: true, marketing: false })).toEqual(['_fbp', '_fbc'])
    expect(cookiesToClear(cookies, { analytics: true, marketing: true })).toEqual([])
  })

  test('deletes them on the host and on every parent domain', () => {
    expect(cookieDeletions('_ga', 'www.shop.example')).toEqual([
      '_ga=; Max-Age=0; Path=/',
      '_ga=; Max-Age=0; Path=/; Domain=.www.shop.example',
      '_ga=; Max-Age=0; Path=/; Domain=.shop.example',
    ])
    expect(cookieDeletions('_ga', '127.0.0.1')).toHaveLength(1)
  })
})

test('consent cannot be asked for outside of its provider', () => {
  function Outsider() {
    return <>{String(useConsent().isBannerShown)}</>
  }
  expect(() => renderToString(<Outsider />)).toThrow('useConsent must be used within a ConsentProvider')
})
