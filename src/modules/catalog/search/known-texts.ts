/** How many texts of one kind are remembered before all are forgotten at once. */
const MAX_KNOWN = 5000

/**
 * Remembers what was read out of texts that many products have in the same words, such as brands and features. A price
 * list of 50,000 rows has a few hundred of them, and reading one anew takes a hundred times as long as looking it up.
 */
export function perText<Read>(read: (text: string) => Read): (text: string) => Read {
  const known = new Map<string, Read>()
  return (text) => {
    let found = known.get(text)
    if (found === undefined) {
      found = read(text)
      if (known.size >= MAX_KNOWN) known.clear()
      known.set(text, found)
    }
    return found
  }
}

/** The same for facts. Their names and values are looked up one after the other, because joining them leaves garbage. */
export function perFact<Read>(read: (name: string, value: string) => Read): (name: string, value: string) => Read {
  const known = new Map<string, Map<string, Read>>()
  let size = 0
  return (name, value) => {
    let found = known.get(name)?.get(value)
    if (found === undefined) {
      found = read(name, value)
      if (size >= MAX_KNOWN) {
        known.clear()
        size = 0
      }
      const values = known.get(name) ?? new Map<string, Read>()
      known.set(name, values.set(value, found))
      size += 1
    }
    return found
  }
}
