import type { Group } from './id-groups.ts'
import { placeIn } from './ordered.ts'
import { compare } from './values.ts'

/** How many texts wait for their places at most. */
const maxWaiting = 200

/**
 * The texts of an index in MongoDB's order, each with the ids of its documents. It buys ranges of texts that cost what
 * they find: the groups of 100,000 texts lie side by side, where to look each of them up took 25 ms. It costs 16 bytes
 * per text. What comes in the middle waits for others, because each shift of 300,000 texts takes half a millisecond.
 */
export class TextGroups {
  #texts: string[]
  #groups: Group[]
  /** Those that are not in their places yet. */
  readonly #waiting = new Map<string, Group>()

  /**
   * Both arrays are kept.
   * @param texts in order, each once
   * @param groups the group of each
   */
  constructor(texts: string[], groups: Group[]) {
    this.#texts = texts
    this.#groups = groups
  }

  set(text: string, group: Group): void {
    const place = placeIn(this.#texts, text)
    if (place === this.#texts.length && !this.#waiting.has(text)) {
      this.#texts.push(text)
      this.#groups.push(group)
    } else if (this.#texts[place] === text) this.#groups[place] = group
    else this.#waiting.set(text, group)
    if (this.#waiting.size > maxWaiting) this.#settle()
  }

  delete(text: string): void {
    if (this.#waiting.delete(text)) return
    const place = placeIn(this.#texts, text)
    if (this.#texts[place] !== text) return
    this.#texts.splice(place, 1)
    this.#groups.splice(place, 1)
  }

  /** The groups of the texts from `from` to `to`, both included, in no order. */
  within(from: string, to: string): Group[] {
    const place = placeIn(this.#texts, to)
    const end = this.#texts[place] === to ? place + 1 : place
    const groups = this.#groups.slice(placeIn(this.#texts, from), end)
    for (const [text, group] of this.#waiting)
      if (compare(text, from) >= 0 && compare(text, to) <= 0) groups.push(group)
    return groups
  }

  /** Puts what waits in its place, all of it in one copy. */
  #settle(): void {
    const [texts, groups]: [string[], Group[]] = [[], []]
    const waiting = [...this.#waiting].sort(([one], [other]) => compare(one, other))
    let at = 0
    for (const [text, group] of waiting) {
      for (const place = placeIn(this.#texts, text); at < place; at++) {
        texts.push(this.#texts[at]!)
        groups.push(this.#groups[at]!)
      }
      texts.push(text)
      groups.push(group)
    }
    this.#texts = texts.concat(this.#texts.slice(at))
    this.#groups = groups.concat(this.#groups.slice(at))
    this.#waiting.clear()
  }
}
