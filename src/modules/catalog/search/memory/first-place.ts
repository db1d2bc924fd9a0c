/**
 * The first place below `length` at which something holds that holds at all later ones, too; `length` when there is none.
 * It halves what is left with a call each time. A search that runs millions of times compares in a loop of its own.
 */
export function firstPlace(length: number, holdsAt: (place: number) => boolean): number {
  let low = 0
  for (let high = length; low < high;) {
    const middle = (low + high) >>> 1
    if (holdsAt(middle)) high = middle
    else low = middle + 1
  }
  return low
}
