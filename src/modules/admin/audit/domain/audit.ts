/** One field that was changed; null means that there was or is no value. */
export interface AuditChange {
  readonly field: string
  readonly before: string | null
  readonly after: string | null
}

/** Who acted, and from which network address. */
export interface Actor {
  /** The member of staff; null when nobody was signed in, and when the shop acted by itself. */
  readonly person: { readonly id: string; readonly name: string } | null
  /** The network address; "shop" when the shop acted by itself. */
  readonly address: string
}

export const THE_SHOP: Actor = { person: null, address: 'shop' }

/** An action of staff, or of the shop itself, as it is recorded. */
export interface NewAuditEntry {
  /** "session.opened", "product.updated", "order.moved" … */
  readonly action: string
  /** "product 42", "order 100001"; null for sessions. */
  readonly subject: string | null
  readonly by: Actor
  readonly changes?: readonly AuditChange[]
}

export interface AuditEntry extends Required<NewAuditEntry> {
  readonly id: string
  readonly at: Date
}

const MAX_VALUE_LENGTH = 500

/**
 * Compares values as staff read them, lists and objects as JSON. Long texts are cut, because the log is not a copy of
 * them.
 */
export function changesBetween(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): AuditChange[] {
  return Object.keys(after)
    .map((field) => ({ field, before: displayText(before[field]), after: displayText(after[field]) }))
    .filter((change) => change.before !== change.after)
    .map(({ field, ...values }) => ({ field, before: shortened(values.before), after: shortened(values.after) }))
}

function displayText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function shortened(text: string | null): string | null {
  return text === null || text.length <= MAX_VALUE_LENGTH ? text : `${text.slice(0, MAX_VALUE_LENGTH)}…`
}

/**
 * The words under which an entry is found: those of action, subject, person and address, whole and in parts, in lower
 * case.
 */
export function auditWords({ action, subject, by }: Pick<NewAuditEntry, 'action' | 'subject' | 'by'>): string[] {
  const texts = [action, subject ?? '', by.person?.name ?? '', by.address].map((text) => text.toLowerCase())
  return [
    ...new Set(
      texts.flatMap((text) => [...text.split(/\s+/), ...text.split(/[^\p{L}\p{N}]+/u)]).filter((word) => word !== ''),
    ),
  ]
}

/** The words of a search; an entry must have all of them. */
export function searchedWords(search: string): string[] {
  return [
    ...new Set(
      search
        .toLowerCase()
        .split(/\s+/)
        .filter((word) => word !== ''),
    ),
  ]
}
