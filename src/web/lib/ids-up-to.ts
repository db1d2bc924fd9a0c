/** Those from the one that was ticked last up to this one, both included; this one alone when the last is not in the list. */
export function idsUpTo(id: number, last: number | null, ids: readonly number[]): readonly number[] {
  const [from, to] = [last === null ? -1 : ids.indexOf(last), ids.indexOf(id)]
  return from === -1 || to === -1 ? [id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1)
}
