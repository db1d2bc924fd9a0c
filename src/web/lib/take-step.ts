import { ApiError } from './api-client.ts'

interface Step<Thing> {
  readonly send: () => Promise<Thing>
  /** The thing as it is now. */
  readonly read: () => Promise<Thing>
  readonly isTaken: (thing: Thing) => boolean
  /** Called with the thing as it is when the step was refused, or its answer did not come. */
  readonly onRead?: (thing: Thing) => void
}

/**
 * Takes a step of something's life that can be taken once. When its answer was lost on the way, now or at the try before,
 * the thing says whether the step was taken.
 * @throws what `send` threw, when it was not
 */
export async function takeStep<Thing>({ send, read, isTaken, onRead }: Step<Thing>): Promise<Thing> {
  try {
    return await send()
  } catch (error) {
    if (error instanceof ApiError && error.status !== 409) throw error
    const now = await read()
    onRead?.(now)
    if (isTaken(now)) return now
    throw error
  }
}
