/**
 * What takes long to make and is not needed by a start, such as tables of words: it is made when it is first asked for,
 * and kept.
 */
export function onFirstUse<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null
  return () => (made ??= { value: make() }).value
}
