import { useEffect, useEffectEvent, useState, type FormEvent, type KeyboardEvent, type RefObject } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { nextOption } from './suggestions.ts'
import { useSuggestions } from './use-suggestions.ts'

/**
 * What is typed into a search, its suggestions, which of them is chosen, and the keys of all that.
 * @param form a press or the focus outside of it closes the list
 * @param onSearch told of every term that is searched for
 */
export function useSearchBox(form: RefObject<HTMLElement | null>, onSearch?: (term: string) => void) {
  const navigate = useNavigate()
  const [typed, setTyped] = useTyped()
  const [isOpen, setOpen] = useState(false)
  /** The text, not the place: a new list may hold something else there. */
  const [chosen, setChosen] = useState<string | null>(null)
  const { suggestions, isCurrent } = useSuggestions(typed, isOpen)
  const active = chosen === null ? -1 : suggestions.indexOf(chosen)
  const isListShown = isOpen && suggestions.length > 0
  useLeave(form, isOpen, () => setOpen(false))

  // What is not in the new list is not chosen any more.
  if (chosen !== null && active === -1) setChosen(null)

  function type(text: string): void {
    setTyped(text)
    setOpen(true)
    setChosen(null)
  }

  function close(): void {
    setOpen(false)
    setChosen(null)
  }

  function search(term: string): void {
    const text = term.trim()
    if (text === '') return
    setTyped(text)
    close()
    onSearch?.(text)
    void navigate(paths.products({ search: text }))
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    search(active >= 0 ? (chosen ?? typed) : typed)
  }

  function handleKey(event: KeyboardEvent): void {
    if (event.key === 'Escape' && isListShown) {
      event.preventDefault()
      close()
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      if (isListShown) {
        const next = nextOption(active, suggestions.length, event.key === 'ArrowDown' ? 1 : -1)
        setChosen(suggestions[next] ?? null)
      }
    }
  }

  return {
    typed,
    suggestions,
    /** The place of the chosen suggestion; -1 when there is none. */
    active,
    isListShown,
    /** Whether the suggestions are for what is typed now. */
    isAnswered: isOpen && isCurrent,
    type,
    search,
    submit,
    handleKey,
  }
}

/** What is typed, which begins with the term of the address. Another search (by a link, by Back) puts its term there. */
function useTyped() {
  const { pathname, search } = useLocation()
  // Other screens have a ?search= of their own, such as the staff's over orders.
  const searched = (pathname === paths.products() && new URLSearchParams(search).get('search')) || ''
  const [typed, setTyped] = useState(searched)
  const [shownSearch, setShownSearch] = useState(searched)
  if (searched !== shownSearch) {
    setShownSearch(searched)
    setTyped(searched)
  }
  return [typed, setTyped] as const
}

/** Calls back when something outside of an element is pressed or takes the focus. */
function useLeave(element: RefObject<HTMLElement | null>, isWatched: boolean, onLeave: () => void): void {
  const leave = useEffectEvent((event: Event) => {
    if (!element.current?.contains(event.target as Node)) onLeave()
  })
  useEffect(() => {
    if (!isWatched) return
    const listen = (event: Event) => leave(event)
    document.addEventListener('pointerdown', listen)
    document.addEventListener('focusin', listen)
    return () => {
      document.removeEventListener('pointerdown', listen)
      document.removeEventListener('focusin', listen)
    }
  }, [isWatched])
}
