import { describe, expect, test } from 'vitest'
import { createSafeStorage } from '../../lib/storage.ts'
import { forgetReturnPath, noteReturnPath, ownPath, returnPath } from './return-path.ts'

const tab = () => createSafeStorage(() => undefined)

describe('where a visitor goes after signing in', () => {
  test.each(['/', '/checkout', '/account?tab=orders', '/products?search=a%20b#top'])(
    '%s is a screen of the shop',
    (path) => {
      expect(ownPath(path)).toBe(path)
    },
  )

  test.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    'javascript:alert(1)',
    '/api/logout',
    '/login',
    '/login?x=1',
    '/signup',
    'checkout',
    '',
    null,
    undefined,
    7,
    {},
  ])('%j is none, or leads in a circle', (path) => {
    expect(ownPath(path)).toBeNull()
  })

  test('the page that sent them decides, then a fresh note, then it is the home page', () => {
    const storage = tab()
    expect(returnPath(null, 1000, storage)).toBe('/')
    noteReturnPath('/checkout', 1000, storage)
    expect(returnPath(null, 2000, storage)).toBe('/checkout')
    expect(returnPath({ returnTo: '/account' }, 2000, storage)).toBe('/account')
    expect(returnPath({ returnTo: '//evil.example' }, 2000, storage)).toBe('/checkout')
  })

  test('a note is worth nothing after ten minutes, after it was used, or when it names another shop', () => {
    const storage = tab()
    noteReturnPath('/checkout', 0, storage)
    expect(returnPath(null, 10 * 60_000, storage)).toBe('/')
    noteReturnPath('//evil.example', 0, storage)
    expect(returnPath(null, 1, storage)).toBe('/')
    noteReturnPath('/checkout', 0, storage)
    forgetReturnPath(storage)
    expect(returnPath(null, 1, storage)).toBe('/')
    storage.setItem('return-after-sign-in', '{bad')
    expect(returnPath(null, 1, storage)).toBe('/')
  })
})
