import { fold, wordsOf } from '../../domain/words.ts'
import { Bitmap } from './bitmap.ts'
import { closeGaps } from './close-gaps.ts'
import { grown, hasRoom, moved } from './grown.ts'
import type { SnapshotReader, SnapshotWriter } from './snapshot.ts'

/** The longest form of a name that is kept, in characters. */
const LONGEST = 0xffff
/** The lengths of the three forms stand before their characters. */
const LENGTHS = 3
/** Names are moved together when former ones take more than a quarter of the array. */
const [LEAST_DEAD, MAX_DEAD] = [100_000, 0.25]

/**
 * The name of each slot, its folded form for sorting, and its words for recognizing what a search begins with. They are
 * characters in one array: a string per form would cost twice the memory. The two other forms of a name take no place
 * when they are only the name in lower case, as they are for most.
 */
export class NameColumn {
  #chars = new Uint16Array(0)
  #end = 0
  /** Where the entry of each slot begins. Zero is the empty entry, which is that of a free slot. */
  #starts = new Uint32Array(0)
  #dead = 0
  /** Grows with every change. */
  #version = 0
  /** The slots with a name of which the words are not its folded form. */
  readonly special = new Bitmap()

  constructor() {
    this.#append(['', '', ''])
  }

  valueOf(slot: number): string {
    const start = this.#starts[slot] ?? 0
    return textOf(this.#chars, start + LENGTHS, this.#chars[start] as number)
  }

  /** Gives a slot its name; the empty text takes it away. */
  put(slot: number, name: string): void {
    this.#starts = grown(this.#starts, slot + 1)
    this.#dead += this.#lengthAt(this.#starts[slot] as number)
    this.#starts[slot] = 0
    this.#version++
    this.special.delete(slot)
    if (name === '') return
    const folded = fold(name)
    const words = wordsOf(name).join(' ')
    this.#starts[slot] = this.#end
    if (words !== '' && words !== folded) this.special.add(slot)
    this.#append([name, isAsciiLowerOf(name, folded) ? '' : folded, words === folded ? '' : words])
  }

  /** Compares two names alphabetically, regardless of case and accents, in the order in which the database has them. */
  compare(a: number, b: number): number {
    const chars = this.#chars
    const [start, startOfOther] = [this.#foldedStart(a), this.#foldedStart(b)]
    const [length, lengthOfOther] = [this.#foldedLength(a), this.#foldedLength(b)]
    const shared = Math.min(length, lengthOfOther)
    for (let i = 0; i < shared; i++) {
      const code = lowerCode(chars[start + i] as number)
      const other = lowerCode(chars[startOfOther + i] as number)
      if (code !== other) return placeOf(code) - placeOf(other)
    }
    return length - lengthOfOther
  }

  /**
   * Compares a name in its folded form with all that begin with a text: 0 when it is one of them, negative when it comes
   * before them in the order of `compare`.
   */
  compareWith(slot: number, text: string): number {
    const chars = this.#chars
    const [start, length] = [this.#foldedStart(slot), this.#foldedLength(slot)]
    for (let i = 0; i < text.length; i++) {
      if (i === length) return -1
      const code = lowerCode(chars[start + i] as number)
      const other = text.charCodeAt(i)
      if (code !== other) return placeOf(code) - placeOf(other)
    }
    return 0
  }

  /** Whether the words of a name begin with this text, which has the words of a search with a space between them. */
  beginsWith(slot: number, text: string): boolean {
    const chars = this.#chars
    const start = this.#starts[slot] ?? 0
    const words = chars[start + 2] as number
    if ((words > 0 ? words : this.#foldedLength(slot)) < text.length) return false
    const first =
      words > 0 ? start + LENGTHS + (chars[start] as number) + (chars[start + 1] as number) : this.#foldedStart(slot)
    for (let i = 0; i < text.length; i++) if (lowerCode(chars[first + i] as number) !== text.charCodeAt(i)) return false
    return true
  }

  /**
   * Makes room for further names, in steps between which others can be answered.
   * @param slots a number above all slots, here and below
   */
  *makeRoom(slots: number): Iterable<void> {
    if (this.#dead > Math.max(LEAST_DEAD, this.#end * MAX_DEAD)) yield* this.#moveTogether()
    if (!hasRoom(this.#chars, this.#end)) yield void (this.#chars = moved(this.#chars))
    if (!hasRoom(this.#starts, slots)) yield void (this.#starts = moved(this.#starts))
  }

  save(writer: SnapshotWriter, slots: number): void {
    writer.numbers(this.#chars.subarray(0, this.#end))
    writer.numbers(this.#starts.subarray(0, slots))
    writer.json(this.#dead)
  }

  load(reader: SnapshotReader): void {
    this.#chars = reader.uint16()
    this.#end = this.#chars.length
    this.#starts = reader.uint32()
    this.#dead = reader.json() as number
    this.special.clear()
    for (let slot = 0; slot < this.#starts.length; slot++)
      if ((this.#chars[(this.#starts[slot] as number) + 2] as number) > 0) this.special.add(slot)
  }

  #foldedStart(slot: number): number {
    const start = this.#starts[slot] ?? 0
    return (this.#chars[start + 1] as number) > 0 ? start + LENGTHS + (this.#chars[start] as number) : start + LENGTHS
  }

  #foldedLength(slot: number): number {
    const start = this.#starts[slot] ?? 0
    const folded = this.#chars[start + 1] as number
    return folded > 0 ? folded : (this.#chars[start] as number)
  }

  #append(forms: readonly [string, string, string]): void {
    const kept = forms.map((form) => form.slice(0, LONGEST))
    const length = kept.reduce((sum, form) => sum + form.length, LENGTHS)
    this.#chars = grown(this.#chars, this.#end + length)
    for (const form of kept) this.#chars[this.#end++] = form.length
    for (const form of kept) for (let i = 0; i < form.length; i++) this.#chars[this.#end++] = form.charCodeAt(i)
  }

  #lengthAt(start: number): number {
    if (start === 0) return 0
    const [name = 0, folded = 0, words = 0] = this.#chars.subarray(start, start + LENGTHS)
    return LENGTHS + name + folded + words
  }

  *#moveTogether(): Iterable<void> {
    const version = this.#version
    const [chars, starts] = [this.#chars, this.#starts]
    const sizeOf = (slot: number) => this.#lengthAt(starts[slot] as number)
    const move = (slot: number, to: number) => {
      const start = starts[slot] as number
      chars.copyWithin(to, start, start + sizeOf(slot))
      starts[slot] = to
    }
    const pieces = { first: LENGTHS, end: this.#end, starts, sizeOf, move }
    const end = yield* closeGaps(pieces, () => version !== this.#version)
    if (end === null) return
    this.#end = end
    this.#dead = 0
  }
}

/** A part of an array of characters as a string. */
export function textOf(chars: Uint16Array, start: number, length: number): string {
  return String.fromCharCode.apply(null, chars.subarray(start, start + length) as unknown as number[])
}

function lowerCode(code: number): number {
  return code >= 65 && code <= 90 ? code + 32 : code
}

/** Where a code stands among all characters: those of two codes (surrogates) come after those of one. */
function placeOf(code: number): number {
  return code >= 0xd800 && code <= 0xdfff ? code + 0x1_0000 : code
}

/** Whether a text is another one with its letters from A to Z in lower case. */
function isAsciiLowerOf(text: string, lower: string): boolean {
  if (text.length !== lower.length) return false
  for (let i = 0; i < text.length; i++) if (lowerCode(text.charCodeAt(i)) !== lower.charCodeAt(i)) return false
  return true
}
