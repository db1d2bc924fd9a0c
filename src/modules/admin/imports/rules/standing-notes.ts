/** What was noted of some products of a supplier, the same of all of them, before a list had them, too. */
export interface EarlierNote {
  readonly productIds: readonly number[]
  readonly importId: string
  readonly leftWith: string | null
  /** Their EAN, where the list names them by another one: null when there was none. */
  readonly gtin?: string | null
  /**
   * Which import had named them by an EAN, where the list names them by one: null when none had. Absent, too, in what a
   * version before this one noted.
   */
  readonly gtinBy?: string | null
}

/** What was noted of a product before a list had it, too. */
export type NoteBefore = Omit<EarlierNote, 'productIds'>

/** What was noted before one list; nothing of the products that it brought. */
export type NotesBefore = ReadonlyMap<number, NoteBefore>

/** The lists of a supplier that were undone. */
export type UndoneLists = ReadonlyMap<string, NotesBefore>

/** What an undo puts back of what was noted of products. */
export interface StandingNotes {
  readonly notes: readonly EarlierNote[]
  /** Those of products that none but undone lists have had. */
  readonly ofUndone: readonly EarlierNote[]
}

/** What was noted of products before a list, as if lists that were undone since had never come. */
export function standingNotes(earlier: readonly EarlierNote[], undone: UndoneLists): StandingNotes {
  if (undone.size === 0) return { notes: earlier, ofUndone: [] }
  const ofUndone: EarlierNote[] = []
  const notes = earlier.flatMap(({ productIds, ...note }) =>
    productIds.flatMap((productId): EarlierNote[] => {
      const place = placeOf(productId, note, undone)
      if (place !== null) return [{ productIds: [productId], ...place, ...eanOf(productId, note, undone) }]
      ofUndone.push({ productIds: [productId], ...note })
      return []
    }),
  )
  return { notes: together(notes), ofUndone: together(ofUndone) }
}

/** Which list had a product last, and which one did not have it any more; null when none did that stands. */
function placeOf(
  productId: number,
  last: NoteBefore,
  undone: UndoneLists,
): Pick<NoteBefore, 'importId' | 'leftWith'> | null {
  const standing = (list: string | null) => (list !== null && undone.has(list) ? null : list)
  let { importId } = last
  let leftWith = standing(last.leftWith)
  for (let before = undone.get(importId), tries = 0; before !== undefined; before = undone.get(importId), tries += 1) {
    const note = before.get(productId)
    // Lists that were read at the same time may each have come before the other.
    if (note === undefined || tries > undone.size) return null
    importId = note.importId
    leftWith = standing(note.leftWith) ?? leftWith
  }
  return { importId, leftWith }
}

/** By which EAN a product was named, and by which list; neither where the list that was undone named none. */
function eanOf(productId: number, last: NoteBefore, undone: UndoneLists): Pick<EarlierNote, 'gtin' | 'gtinBy'> {
  let { gtin, gtinBy } = last
  for (let tries = 0; typeof gtinBy === 'string' && undone.has(gtinBy); tries += 1) {
    const note = undone.get(gtinBy)?.get(productId)
    // Nobody had named it before that list.
    if (note?.gtinBy === undefined || tries > undone.size) return { gtin: null, gtinBy: null }
    gtinBy = note.gtinBy
    if (note.gtin !== undefined) gtin = note.gtin
  }
  return { ...(gtin !== undefined && { gtin }), ...(gtinBy !== undefined && { gtinBy }) }
}

/** The notes with those in one that say the same. */
function together(notes: readonly EarlierNote[]): readonly EarlierNote[] {
  const found = new Map<string, EarlierNote & { readonly productIds: number[] }>()
  for (const { productIds, ...note } of notes) {
    const key = JSON.stringify(note)
    const same = found.get(key)
    if (same === undefined) found.set(key, { productIds: [...productIds], ...note })
    else same.productIds.push(...productIds)
  }
  return [...found.values()]
}
