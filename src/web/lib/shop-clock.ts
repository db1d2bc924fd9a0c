/**
 * The shop's time. A phone's own clock may be wrong, and what the shop ends at a time (an order can be canceled until
 * then) must not depend on it. Every answer says when it was sent.
 */

/** How far the shop's clock is ahead of the device's, in ms; 0 until an answer says otherwise. */
let aheadMs = 0
let isKnown = false

const listeners = new Set<() => void>()

/** The shop's time, in ms since 1970. */
export function shopNow(): number {
  return Date.now() + aheadMs
}

/** The shop's time, or undefined before an answer has told it: a page may come with all that it shows. */
export function knownShopNow(): number | undefined {
  return isKnown ? shopNow() : undefined
}

/**
 * Learns the shop's time from an answer that has just come. The header tells full seconds, and the answer was under way
 * for an unknown part of the time that it took: where that explains the difference, the time known before stays.
 * @param tookMs how long ago it was asked for
 */
export function learnShopTime(answer: Headers, tookMs: number): void {
  const sentAt = Date.parse(answer.get('date') ?? '') + Number(answer.get('age') ?? 0) * 1000
  if (Number.isNaN(sentAt)) return
  isKnown = true
  const [atLeast, atMost] = [sentAt - Date.now(), sentAt - Date.now() + 1000 + tookMs]
  const isPossible = (ahead: number) => atLeast <= ahead && ahead <= atMost
  if (isPossible(aheadMs)) return
  aheadMs = isPossible(0) ? 0 : (atLeast + atMost) / 2
  for (const notify of listeners) notify()
}

/** Calls when the shop's time is found to be another than what was known. Returns what ends it. */
export function watchShopTime(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
