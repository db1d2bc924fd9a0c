import { newAttemptKey } from './attempt-key.ts'
import { browserStorage, tabStorage, type ListedStorage, type TextStorage } from './storage.ts'

/**
 * Another text after each sign-out on purpose: in local storage the last one of this browser, in the tab's storage the
 * last one that the tab has followed.
 */
const TRACE = 'signed-out'

/**
 * What a tab keeps through a customer's sign-out: what staff have in the back office, and what says nothing of anybody.
 * Everything else was typed or opened by shoppers, and on a shared computer the next one would read it. Therefore a new
 * draft of staff's has a key that begins with "staff-".
 */
const STAYS =
  /^(staff-|form-draft-inbox-reply-|import-answers |link-token-staff-|(unanswered|scroll-places|reloaded-at|signed-out)$)/

/** A customer has signed out on purpose; a session that ends by itself leaves everything as it is. */
export function markSignOut(browser: TextStorage = browserStorage): void {
  browser.setItem(TRACE, newAttemptKey())
}

/**
 * Ends what shoppers typed in this tab or opened from their mails, when a customer has signed out since, also in
 * another tab or before this one was opened again.
 * @returns whether there was something
 */
export function followSignOut(browser: TextStorage = browserStorage, tab: ListedStorage = tabStorage): boolean {
  const last = browser.getItem(TRACE)
  if (last === null || tab.getItem(TRACE) === last) return false
  const ending = tab.keys().filter((key) => !STAYS.test(key))
  for (const key of ending) tab.removeItem(key)
  tab.setItem(TRACE, last)
  // Some browsers fill in again what stood in the fields before a reload. A new tab has nothing that ends, and keeps what
  // was typed before the script came.
  if (ending.length > 0) for (const form of document.forms) form.reset()
  return ending.length > 0
}

/** Follows at once the sign-outs in other tabs, and draws the page anew where its fields may show what has ended. */
export function watchSignOuts(): void {
  const follow = () => {
    if (followSignOut() && !window.location.pathname.startsWith('/admin')) window.location.reload()
  }
  followSignOut()
  window.addEventListener('storage', follow)
  // A page that comes back as it was left has heard nothing.
  window.addEventListener('pageshow', follow)
}
