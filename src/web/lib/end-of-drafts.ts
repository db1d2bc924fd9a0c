import { AUTH_TOKEN_KEY } from './api-client.ts'
import { newAttemptKey } from './attempt-key.ts'
import { browserStorage, tabStorage, type ListedStorage, type TextStorage } from './storage.ts'

// When what was typed in a tab ends before the tab does: a customer signs out on purpose, or another customer signs
// in. A session that ends by itself ends nothing: the same customer comes back to it. What is typed after such an end
// still counts as that customer's, because often it is theirs, and nothing says that it is not. What was typed in a tab
// that has known no customer stays for the one who signs in.

/**
 * Another text after each sign-out on purpose: in local storage the last one of this browser, in the tab's storage the
 * last one that the tab has followed.
 */
const LAST_SIGN_OUT = 'signed-out'

/** The number of the account that was seen last: in local storage by this browser, in the tab's storage by the tab. */
const ACCOUNT = 'account'

/**
 * What a tab keeps when a shopper's drafts end: what staff have in the back office, and what says nothing of anybody.
 * Everything else was typed or opened by shoppers, and on a shared computer the next one would read it. Therefore a new
 * draft of staff's has a key that begins with "staff-".
 */
const STAYS =
  /^(staff-|form-draft-inbox-reply-|import-answers |link-token-staff-|(unanswered|scroll-places|reloaded-at|signed-out)$)/

/** What staff typed in a tab, and whose it is. */
const OF_STAFF = /^(staff-|form-draft-inbox-reply-|import-answers )/

/** In the tab's storage: the account of the back office that was open in the tab last. */
const STAFF_ACCOUNT = 'staff-account'

/** A customer has signed out on purpose. */
export function markSignOut(browser: TextStorage = browserStorage): void {
  browser.setItem(LAST_SIGN_OUT, newAttemptKey())
  browser.removeItem(ACCOUNT)
}

/**
 * Ends what shoppers typed in this tab or opened from their mails, when a customer has signed out since, also in
 * another tab or before this one was opened again.
 * @returns whether there was something
 */
export function followSignOut(browser: TextStorage = browserStorage, tab: ListedStorage = tabStorage): boolean {
  const last = browser.getItem(LAST_SIGN_OUT)
  if (last === null || tab.getItem(LAST_SIGN_OUT) === last) return false
  tab.setItem(LAST_SIGN_OUT, last)
  return endDrafts(tab)
}

/**
 * Remembers whose session this is, and ends what shoppers typed in this tab when it was another account's before.
 * @returns whether it was
 */
export function followAccount(
  id: string,
  browser: TextStorage = browserStorage,
  tab: ListedStorage = tabStorage,
): boolean {
  const former = tab.getItem(ACCOUNT)
  if (browser.getItem(ACCOUNT) !== id) browser.setItem(ACCOUNT, id)
  if (former === id) return false
  if (former !== null) endDrafts(tab)
  tab.setItem(ACCOUNT, id)
  return former !== null
}

/**
 * The same before the first screen shows what was typed, for a tab that was closed or elsewhere when another customer
 * signed in.
 */
export function followKnownAccount(browser: TextStorage = browserStorage, tab: ListedStorage = tabStorage): void {
  const [id, former] = [browser.getItem(ACCOUNT), tab.getItem(ACCOUNT)]
  const isSignedIn = browser.getItem(AUTH_TOKEN_KEY) !== null
  if (isSignedIn && id !== null && former !== null) followAccount(id, browser, tab)
}

/** Ends what staff typed in this tab: they have logged out on purpose, or another account has opened the back office. */
export function endStaffDrafts(tab: ListedStorage = tabStorage): void {
  for (const key of tab.keys()) if (OF_STAFF.test(key)) tab.removeItem(key)
}

/**
 * Remembers who has opened the back office, and ends what staff typed in this tab when it was another account's before. A
 * session that ends by itself ends nothing: the same person comes back to it.
 * @returns whether it was
 */
export function followStaff(id: string, tab: ListedStorage = tabStorage): boolean {
  const former = tab.getItem(STAFF_ACCOUNT)
  if (former === id) return false
  if (former !== null) endStaffDrafts(tab)
  tab.setItem(STAFF_ACCOUNT, id)
  return former !== null
}

function endDrafts(tab: ListedStorage): boolean {
  tab.removeItem(ACCOUNT)
  const ending = tab.keys().filter((key) => !STAYS.test(key))
  for (const key of ending) tab.removeItem(key)
  // Some browsers fill in again what stood in the fields before a reload. A new tab has nothing that ends, and keeps what
  // was typed before the script came.
  if (ending.length > 0) for (const form of document.forms) form.reset()
  return ending.length > 0
}

/**
 * Loads the page anew without what has ended. Until the new page comes this one goes on: its forms still follow who is
 * signed in and keep what stands in them, so what they have kept by then ends as well.
 */
export function reloadWithoutDrafts(tab: ListedStorage = tabStorage): void {
  const isEnding = isBackOffice()
    ? (key: string) => OF_STAFF.test(key) && key !== STAFF_ACCOUNT
    : (key: string) => !STAYS.test(key) && key !== ACCOUNT
  window.addEventListener('pagehide', () => {
    for (const key of tab.keys()) if (isEnding(key)) tab.removeItem(key)
  })
  window.location.reload()
}

/**
 * Follows at once the sign-outs in other tabs, and loads the page anew where its fields may show what has ended. A page
 * that comes back as it was left, by Back, has heard nothing meanwhile, and the pages after it in this tab may have
 * followed an end already.
 */
export function watchSignOuts(): void {
  const follow = () => {
    if (followSignOut() && !isBackOffice()) reloadWithoutDrafts()
  }
  followSignOut()
  followKnownAccount()
  window.addEventListener('storage', follow)
  let left: readonly (string | null)[] = []
  window.addEventListener('pagehide', () => {
    left = whoseIsWhatIsTyped()
  })
  window.addEventListener('pageshow', () => {
    follow()
    const now = whoseIsWhatIsTyped()
    if (left.some((whose, index) => whose !== null && whose !== now[index])) window.location.reload()
  })
}

function isBackOffice(): boolean {
  return window.location.pathname.startsWith('/admin')
}

/** Each part null while the tab has known nobody: what is typed then stays for the one who signs in. */
function whoseIsWhatIsTyped(): readonly (string | null)[] {
  if (isBackOffice()) return [tabStorage.getItem(STAFF_ACCOUNT)]
  return [tabStorage.getItem(LAST_SIGN_OUT) ?? '', tabStorage.getItem(ACCOUNT)]
}
