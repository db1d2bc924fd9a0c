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
  { importId, leftWith }: NoteBefore,
  undone: UndoneLists,
): Pick<NoteBefore, 'importId' | 'leftWith'> | null {
  const left = leftWith !== null && undone.has(leftWith) ? null : leftWith
  const before = undone.get(importId)
  if (before === undefined) return { importId, leftWith: left }
  const note = before.get(productId)
  const place = note === undefined ? null : placeOf(productId, note, undone)
  return place && { importId: place.importId, leftWith: place.leftWith ?? left }
}

/** By which EAN a product was named, and by which list; neither where the list that was undone named none. */
function eanOf(
  productId: number,
  { gtin, gtinBy }: NoteBefore,
  undone: UndoneLists,
): Pick<EarlierNote, 'gtin' | 'gtinBy'> {
  if (gtinBy === undefined || gtinBy === null || !undone.has(gtinBy))
    return { ...(gtin !== undefined && { gtin }), ...(gtinBy !== undefined && { gtinBy }) }
  const note = undone.get(gtinBy)?.get(productId)
  // Nobody had named it before that list.
  if (note?.gtinBy === undefined) return { gtin: null, gtinBy: null }
  return eanOf(productId, { ...note, gtin: note.gtin === undefined ? gtin : note.gtin }, undone)
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
