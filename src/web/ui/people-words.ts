import type { PeopleHere } from '#contracts/presence'
import type { PlaceKind } from '#contracts/staff-paths'

const MAX_NAMED = 3

const WORDS: Readonly<Record<PlaceKind, { readonly thing: string; readonly edits: string }>> = {
  order: { thing: 'order', edits: 'editing this order' },
  product: { thing: 'product', edits: 'editing this product' },
  inbox: { thing: 'entry', edits: 'writing an answer' },
  import: { thing: 'import', edits: 'checking this import' },
  supplier: { thing: 'supplier', edits: 'editing this supplier' },
  'saved-reply': { thing: 'reply', edits: 'editing this reply' },
}

/** "Ada is editing this order. Bob and Eve have it open, too." */
export function wordsOfPeople(people: PeopleHere, kind: PlaceKind): string {
  const { thing, edits } = WORDS[kind]
  const editors = people.filter(({ isEditing }) => isEditing).map(({ name }) => name)
  const others = people.filter(({ isEditing }) => !isEditing).map(({ name }) => name)
  const editing = editors.length === 0 ? [] : [`${listed(editors)} ${editors.length === 1 ? 'is' : 'are'} ${edits}.`]
  const it = editors.length === 0 || kind === 'inbox' ? `this ${thing}` : 'it'
  const looking =
    others.length === 0 ? [] : [`${listed(others)} ${others.length === 1 ? 'has' : 'have'} ${it} open, too.`]
  return [...editing, ...looking].join(' ')
}

function listed(names: readonly string[]): string {
  const shown = names.length > MAX_NAMED ? names.slice(0, MAX_NAMED - 1) : names
  const more = names.length - shown.length
  const parts = more > 0 ? [...shown, `${more} others`] : shown
  return parts.length === 1 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}
