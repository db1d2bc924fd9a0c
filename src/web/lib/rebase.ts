/** What a form holds, put upon what somebody else has saved since it was opened. */
export interface Rebased<Fields> {
  /** One's own edits; what was not touched is theirs. */
  readonly fields: Fields
  /** What both changed, to different values: one's own stands in `fields`. */
  readonly contested: readonly (keyof Fields)[]
  /** Whether nothing of one's own is left to save: an earlier try was made, and its answer was lost on the way. */
  readonly isSaved: boolean
}

/** Puts one's own edits upon a newer state, so that saving undoes nothing that was not touched. */
export function rebase<Fields extends object>(opened: Fields, theirs: Fields, mine: Fields): Rebased<Fields> {
  const edited = changedFields(opened, mine)
  const changedByThem = new Set(changedFields(opened, theirs))
  const differing = new Set(changedFields(theirs, mine))
  const fields = { ...theirs }
  for (const field of edited) fields[field] = mine[field]
  return {
    fields,
    contested: edited.filter((field) => changedByThem.has(field) && differing.has(field)),
    isSaved: changedFields(theirs, fields).length === 0,
  }
}

/** The fields in which two states of a form differ. */
export function changedFields<Fields extends object>(before: Fields, now: Fields): (keyof Fields)[] {
  const fields = Object.keys(now) as (keyof Fields)[]
  return fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(now[field]))
}
