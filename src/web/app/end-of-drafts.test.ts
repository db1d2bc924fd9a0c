import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { EMPTY_DRAFT } from '../features/admin-products/product-draft.ts'
import { keptDrafts, saveProductDraft } from '../features/admin-products/product-drafts.ts'
import { openAttempt } from '../features/checkout/checkout-attempt.ts'
import { openCheckoutDraft, saveCheckoutDraft } from '../features/checkout/checkout-draft.ts'
import { NO_CARD, type CheckoutFields } from '../features/checkout/checkout-fields.ts'
import { keepStep, readStep } from '../features/session/code-steps.ts'
import { formDraft } from '../lib/drafts.ts'
import { browserStorage, createSafeStorage, tabStorage } from '../lib/storage.ts'
import {
  endStaffDrafts,
  followAccount,
  followKnownAccount,
  followSignOut,
  followStaff,
  markSignOut,
  watchSignOuts,
} from '../lib/end-of-drafts.ts'

const aStorage = () => createSafeStorage(() => undefined)
const contact = (tab: ReturnType<typeof aStorage>) => formDraft('contact', { message: '' }, tab)

const reset = vi.fn()

beforeEach(() => vi.stubGlobal('document', { forms: [{ reset }] }))
afterEach(() => {
  vi.unstubAllGlobals()
  reset.mockReset()
})

describe('a sign-out on purpose', () => {
  test('ends what was typed in the tab, whoever it was by, and the links that were opened there', () => {
    const [browser, tab] = [aStorage(), aStorage()]
    contact(tab).save({ message: 'My number is 405 555 0142' })
    formDraft('review-u1-7', { comment: '' }, tab).save({ comment: 'Loud' })
    saveCheckoutDraft('u1', { ...NO_CARD, notes: 'Ring twice' } as unknown as CheckoutFields, tab)
    keepStep({ name: 'password', email: 'ada@example.com', at: 1 }, tab)
    tab.setItem('link-token-data-export', 'secret')
    markSignOut(browser)
    expect(followSignOut(browser, tab)).toBe(true)
    expect(contact(tab).read()).toBeNull()
    expect(formDraft('review-u1-7', { comment: '' }, tab).read()).toBeNull()
    const starting = { ...NO_CARD, notes: '' } as unknown as CheckoutFields
    expect(openCheckoutDraft('u1', starting, tab)).toBe(starting)
    expect(readStep(2, tab)).toEqual({ name: 'address' })
    expect(tab.getItem('link-token-data-export')).toBeNull()
  })

  test('leaves what staff have typed, the key of an order and what only helps the page', () => {
    const [browser, tab] = [aStorage(), aStorage()]
    saveProductDraft({ product: null, draft: { ...EMPTY_DRAFT, name: 'Quire' } }, tab)
    formDraft('inbox-reply-m1', { text: '' }, tab).save({ text: 'Dear Ada' })
    const others = ['import-answers 7 utf-8 null', 'link-token-staff-invitation', 'scroll-places', 'unanswered']
    for (const key of others) tab.setItem(key, '[]')
    const key = openAttempt('u1', browser)
    markSignOut(browser)
    expect(followSignOut(browser, tab), 'nothing ended').toBe(false)
    expect(keptDrafts(tab)).toHaveLength(1)
    expect(formDraft('inbox-reply-m1', { text: '' }, tab).read()).toEqual({ text: 'Dear Ada' })
    expect(others.filter((each) => tab.getItem(each) === null)).toEqual([])
    expect(openAttempt('u1', browser)).toBe(key)
  })

  test('ends once what another tab keeps, also one that is opened again later', () => {
    const [browser, tab] = [aStorage(), aStorage()]
    contact(tab).save({ message: 'of the customer before' })
    markSignOut(browser)
    expect(followSignOut(browser, tab)).toBe(true)
    contact(tab).save({ message: 'of the next visitor' })
    expect(followSignOut(browser, tab)).toBe(false)
    expect(contact(tab).read()).toEqual({ message: 'of the next visitor' })
    markSignOut(browser)
    expect(followSignOut(browser, tab)).toBe(true)
  })

  test('is none while nobody has signed out', () => {
    const [browser, tab] = [aStorage(), aStorage()]
    contact(tab).save({ message: 'typed' })
    expect(followSignOut(browser, tab)).toBe(false)
    expect(contact(tab).read()).toEqual({ message: 'typed' })
  })

  test('empties the forms on the page, and only where something ended', () => {
    const [browser, tab] = [aStorage(), aStorage()]
    markSignOut(browser)
    followSignOut(browser, tab)
    expect(reset, 'a new tab, whose visitor may have typed before the script came').not.toHaveBeenCalled()
    contact(tab).save({ message: 'typed' })
    markSignOut(browser)
    followSignOut(browser, tab)
    expect(reset).toHaveBeenCalledOnce()
  })
})

describe('a sign-in of another customer', () => {
  const review = (tab: ReturnType<typeof aStorage>) => formDraft('review-u1-7', { comment: '' }, tab)

  test('ends what was typed in the tab while the former one was signed in, and after that session has ended', () => {
    const [browser, tab] = [aStorage(), aStorage()]
    expect(followAccount('u1', browser, tab)).toBe(false)
    contact(tab).save({ message: 'My number is 405 555 0142' })
    review(tab).save({ comment: 'Loud' })
    saveProductDraft({ product: null, draft: { ...EMPTY_DRAFT, name: 'Quire' } }, tab)
    expect(followAccount('u2', browser, tab)).toBe(true)
    expect(contact(tab).read()).toBeNull()
    expect(review(tab).read()).toBeNull()
    expect(keptDrafts(tab), 'of staff').toHaveLength(1)
    contact(tab).save({ message: 'of the second customer' })
    expect(followAccount('u2', browser, tab)).toBe(false)
    expect(contact(tab).read()).toEqual({ message: 'of the second customer' })
    expect(followAccount('u1', browser, tab)).toBe(true)
    expect(contact(tab).read()).toBeNull()
  })

  test('is none when the same customer comes back, and leaves what an anonymous visitor typed', () => {
    const [browser, tab] = [aStorage(), aStorage()]
    contact(tab).save({ message: 'typed before the sign-in' })
    expect(followAccount('u1', browser, tab)).toBe(false)
    expect(followAccount('u1', browser, tab)).toBe(false)
    expect(contact(tab).read()).toEqual({ message: 'typed before the sign-in' })
    markSignOut(browser)
    followSignOut(browser, tab)
    contact(tab).save({ message: 'typed after the sign-out' })
    expect(followAccount('u2', browser, tab)).toBe(false)
    expect(contact(tab).read()).toEqual({ message: 'typed after the sign-out' })
  })

  test('is known in a tab that was elsewhere meanwhile before it shows anything', () => {
    const [browser, former, other] = [aStorage(), aStorage(), aStorage()]
    followAccount('u1', browser, former)
    contact(former).save({ message: 'of the first customer' })
    browser.setItem('authToken', 'first')
    followKnownAccount(browser, former)
    expect(contact(former).read(), 'still the same customer').not.toBeNull()
    browser.removeItem('authToken')
    followAccount('u2', browser, other)
    followKnownAccount(browser, former)
    expect(contact(former).read(), 'nobody is signed in any more').not.toBeNull()
    browser.setItem('authToken', 'second')
    followKnownAccount(browser, former)
    expect(contact(former).read()).toBeNull()
  })

  test('does not count for a tab in which the former customer has signed in again', () => {
    const [browser, former, other] = [aStorage(), aStorage(), aStorage()]
    browser.setItem('authToken', 'any')
    followAccount('u1', browser, former)
    contact(former).save({ message: 'of the first customer' })
    followAccount('u2', browser, other)
    followAccount('u1', browser, former)
    followKnownAccount(browser, former)
    expect(contact(former).read()).toEqual({ message: 'of the first customer' })
  })

  test('says nothing of an anonymous tab', () => {
    const [browser, tab, other] = [aStorage(), aStorage(), aStorage()]
    contact(tab).save({ message: 'typed' })
    followAccount('u1', browser, other)
    browser.setItem('authToken', 'first')
    followKnownAccount(browser, tab)
    expect(followAccount('u1', browser, tab)).toBe(false)
    expect(contact(tab).read()).toEqual({ message: 'typed' })
  })

  test('lets no page be drawn anew at a sign-out where nothing was typed', () => {
    const [browser, tab] = [aStorage(), aStorage()]
    followAccount('u1', browser, tab)
    markSignOut(browser)
    expect(followSignOut(browser, tab)).toBe(false)
  })
})

describe('a page that watches', () => {
  const reload = vi.fn()
  let page = new EventTarget()
  const openAt = (pathname: string) => {
    page = Object.assign(new EventTarget(), { location: { pathname, reload } })
    vi.stubGlobal('window', page)
    watchSignOuts()
  }
  const clear = () => {
    for (const storage of [browserStorage, tabStorage]) for (const key of storage.keys()) storage.removeItem(key)
  }
  beforeEach(clear)
  afterEach(() => {
    clear()
    reload.mockReset()
  })

  test.each(['storage', 'pageshow'])(
    'follows a sign-out in another tab of which it hears by the event "%s"',
    (event) => {
      openAt('/contact')
      contact(tabStorage).save({ message: 'typed' })
      markSignOut()
      page.dispatchEvent(new Event(event))
      expect(contact(tabStorage).read()).toBeNull()
      expect(reload).toHaveBeenCalledOnce()
    },
  )

  test('ends what a form kept after it, until the page that is loaded anew has come', () => {
    openAt('/contact')
    contact(tabStorage).save({ message: 'typed' })
    formDraft('inbox-reply-m1', { text: '' }).save({ text: 'Dear Ada' })
    markSignOut()
    page.dispatchEvent(new Event('storage'))
    tabStorage.setItem('account', 'u2')
    contact(tabStorage).save({ message: 'typed' })
    page.dispatchEvent(new Event('pagehide'))
    expect(contact(tabStorage).read()).toBeNull()
    expect(formDraft('inbox-reply-m1', { text: '' }).read(), 'what staff typed').toEqual({ text: 'Dear Ada' })
    expect(tabStorage.getItem('account'), 'who has come since').toBe('u2')
  })

  /** Another page of the same tab, where this happens, between leaving this one and coming back to it by Back. */
  const comeBackAfter = (happens: () => void) => {
    page.dispatchEvent(new Event('pagehide'))
    happens()
    page.dispatchEvent(new Event('pageshow'))
  }

  test.each([
    ['the customer has signed out', '/contact', () => void (markSignOut(), followSignOut()), 1],
    ['another customer has signed in', '/contact', () => void followAccount('u2'), 1],
    ['the same customer has signed in again', '/contact', () => void followAccount('u1'), 0],
    ['another person of the staff has come', '/admin/orders', () => void followStaff('grace'), 1],
    ['the same person of the staff has come', '/admin/orders', () => void followStaff('ada'), 0],
    ['a customer has signed out', '/admin/orders', () => void (markSignOut(), followSignOut()), 0],
  ])('shows nothing of who left it when it comes back: %s', (_what, pathname, happens, reloads) => {
    followAccount('u1')
    followStaff('ada')
    openAt(pathname)
    comeBackAfter(happens)
    expect(reload).toHaveBeenCalledTimes(reloads)
  })

  test('keeps what was typed before anybody signed in when it comes back', () => {
    openAt('/contact')
    comeBackAfter(() => void followAccount('u1'))
    expect(reload).not.toHaveBeenCalled()
  })

  test('of the back office is not loaded anew', () => {
    openAt('/admin/orders')
    contact(tabStorage).save({ message: 'typed' })
    markSignOut()
    page.dispatchEvent(new Event('storage'))
    expect(contact(tabStorage).read()).toBeNull()
    expect(reload).not.toHaveBeenCalled()
  })

  test('shows nothing at its opening of what another customer typed who was here before', () => {
    followAccount('u1')
    contact(tabStorage).save({ message: 'of the first customer' })
    browserStorage.setItem('authToken', 'second')
    browserStorage.setItem('account', 'u2')
    openAt('/contact')
    expect(contact(tabStorage).read()).toBeNull()
  })
})

describe('what staff typed in a tab', () => {
  const typed = (tab: ReturnType<typeof aStorage>) => {
    saveProductDraft({ product: null, draft: { ...EMPTY_DRAFT, name: 'Quire' } }, tab)
    formDraft('inbox-reply-m1', { text: '' }, tab).save({ text: 'Dear Ada' })
    tab.setItem('import-answers 7 utf-8 null', '[]')
  }

  test('ends when they log out on purpose, and nothing of shoppers with it', () => {
    const tab = aStorage()
    typed(tab)
    contact(tab).save({ message: 'of a shopper' })
    endStaffDrafts(tab)
    expect(tab.keys()).toEqual(['form-draft-contact'])
  })

  test('stays for the person who comes back, and ends for another one', () => {
    const tab = aStorage()
    expect(followStaff('ada', tab)).toBe(false)
    typed(tab)
    expect(followStaff('ada', tab)).toBe(false)
    expect(keptDrafts(tab)).toHaveLength(1)
    expect(followStaff('grace', tab)).toBe(true)
    expect(tab.keys()).toEqual(['staff-account'])
    typed(tab)
    expect(followStaff('grace', tab)).toBe(false)
    expect(keptDrafts(tab)).toHaveLength(1)
  })

  test('in a tab that shoppers used before is known to be theirs when a customer signs out', () => {
    const [browser, tab] = [aStorage(), aStorage()]
    followStaff('ada', tab)
    typed(tab)
    markSignOut(browser)
    followSignOut(browser, tab)
    expect(followStaff('grace', tab)).toBe(true)
  })
})
