import { AUTH_TOKEN_KEY } from './api-client.ts'
import { STAFF_UNLOCKED_KEY } from './refused-calls.ts'
import { browserStorage, onOtherTab } from './storage.ts'

/** Whether a customer or staff are signed in in this browser, as far as it knows without asking the server. */
export function isSignedIn(): boolean {
  const unlockedAt = browserStorage.getItem(STAFF_UNLOCKED_KEY) ?? 'null'
  return (browserStorage.getItem(AUTH_TOKEN_KEY) ?? '') !== '' || unlockedAt !== 'null'
}

/** Calls back when another tab signs somebody in. @returns how to stop listening */
export function onSignInElsewhere(listener: () => void): () => void {
  const stops = [AUTH_TOKEN_KEY, STAFF_UNLOCKED_KEY].map((key) =>
    onOtherTab(key, () => {
      if (isSignedIn()) listener()
    }),
  )
  return () => stops.forEach((stop) => stop())
}
