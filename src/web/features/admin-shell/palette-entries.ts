import type { LucideIcon } from 'lucide-react'

/** Something that the command palette offers without asking the server. */
export interface PaletteEntry {
  readonly label: string
  /** Further words that it is found by. */
  readonly words?: string
  /** What it is for, or the keys that do the same. */
  readonly hint?: string
  readonly icon: LucideIcon
  readonly run: () => void
}

/** The server is asked from so many characters on. */
const SHORTEST_TERM = 2

/** The entries of which the typed words are parts, in their order; without words all of them. */
export function matching<Entry extends Pick<PaletteEntry, 'label' | 'words'>>(
  entries: readonly Entry[],
  text: string,
): readonly Entry[] {
  const typed = text.toLowerCase().split(/\s+/).filter(Boolean)
  return entries.filter(({ label, words = '' }) => {
    const all = `${label} ${words}`.toLowerCase()
    return typed.every((word) => all.includes(word))
  })
}

/** What the server is asked for; null while too little is typed. "#100001" is an order's number. */
export function termOf(text: string): string | null {
  const term = text.trim().replace(/^#/, '').slice(0, 100)
  return term.length < SHORTEST_TERM ? null : term
}
