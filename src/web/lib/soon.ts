/** A shop that answers at all has answered by then, in ms. */
const SOON_MS = 10_000

/**
 * Waits for a look at how a thing is now, which goes with the words about a call that has failed: they are not kept back
 * for as long as a call is waited for, because somebody has waited that long already.
 * @returns undefined when it does not come soon
 */
export async function soon<T>(look: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), SOON_MS)
  })
  return Promise.race([look, late]).finally(() => clearTimeout(timer))
}
