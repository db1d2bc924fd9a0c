/** What this browser keeps for the customer who is signed in, with a copy on the server: it leaves with them. */
export interface KeptForCustomer {
  /** Sends what the server does not have yet. It never rejects. */
  save(): Promise<void>
  /** Takes out of the browser what the server has, once the token is gone. What could not be sent stays. */
  leave(): void
}

/** How long a sign-out waits for what is saved before it, and then for its answer. */
const MAX_WAIT_MS = 2000

const kept = new Set<KeptForCustomer>()

/** @returns ends it */
export function keepForCustomer(part: KeptForCustomer): () => void {
  kept.add(part)
  return () => kept.delete(part)
}

/** Before the session of a customer who signs out on purpose ends. */
export async function saveForCustomer(): Promise<void> {
  if (kept.size > 0) await briefly(Promise.all([...kept].map((part) => part.save())))
}

/** Waits for something of a sign-out, and goes on without it when it takes long. @throws what it throws by then */
export async function briefly(work: Promise<unknown>): Promise<void> {
  await Promise.race([new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS)), work])
}

/** After it. */
export function leaveWithCustomer(): void {
  for (const part of kept) part.leave()
}
