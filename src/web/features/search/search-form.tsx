import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { Search } from 'lucide-react'
import { useLocation, useNavigate } from 'react-router-dom'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { paths } from '../../lib/paths.ts'
import { classNames } from '../../lib/class-names.ts'
import { nextOption } from './suggestions.ts'
import { useSuggestions } from './use-suggestions.ts'

/** Comes with the first suggestion: most visits never type. */
const SuggestionOption = lazyPart(() => import('./suggestion-option.tsx').then((module) => module.SuggestionOption))

interface SearchFormProps {
  /** Name of the landmark, for a page that has a second search. */
  readonly label?: string
  /** Told of every term that is searched for. */
  readonly onSearch?: (term: string) => void
  readonly className?: string
}

/**
 * The search with its suggestions, as a combobox: arrows choose, Enter searches, Escape and a press outside close
 * (specification 1, section 2). A blank search does nothing.
 */
export function SearchForm({ label = 'Site search', onSearch, className }: SearchFormProps) {
  const id = useId()
  const navigate = useNavigate()
  const { pathname, search: asked } = useLocation()
  // Other screens have a ?search= of their own, such as the staff's over orders.
  const searched = (pathname === paths.products() && new URLSearchParams(asked).get('search')) || ''
  const [typed, setTyped] = useState(searched)
  const [isOpen, setOpen] = useState(false)
  /** The text, not the place: a new list may hold something else there. */
  const [chosen, setChosen] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const { suggestions, isCurrent } = useSuggestions(typed, isOpen)
  const active = chosen === null ? -1 : suggestions.indexOf(chosen)
  const isListShown = isOpen && suggestions.length > 0

  // What is not in the new list is not chosen any more.
  if (chosen !== null && active === -1) setChosen(null)

  // Another search (by a link, by Back) puts its term into the field.
  const [shownSearch, setShownSearch] = useState(searched)
  if (searched !== shownSearch) {
    setShownSearch(searched)
    setTyped(searched)
  }

  useEffect(() => {
    if (!isOpen) return
    const closeOutside = (event: Event) => {
      if (!form.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
    }
  }, [isOpen])

  const search = (term: string) => {
    const text = term.trim()
    if (text === '') return
    setTyped(text)
    close()
    onSearch?.(text)
    void navigate(paths.products({ search: text }))
  }

  const close = () => {
    setOpen(false)
    setChosen(null)
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    search(active >= 0 ? (chosen ?? typed) : typed)
  }

  const handleKey = (event: KeyboardEvent) => {
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

  return (
    <form
      ref={form}
      role="search"
      aria-label={label}
      action={paths.products()}
      onSubmit={submit}
      className={classNames('relative', className)}
    >
      <label htmlFor={`${id}-input`} className="sr-only">
        Search products
      </label>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3.5 size-4.5 -translate-y-1/2 text-soft"
      />
      <input
        id={`${id}-input`}
        name="search"
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={100}
        placeholder="Search products"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isListShown}
        aria-controls={`${id}-list`}
        aria-activedescendant={active >= 0 && isListShown ? `${id}-${active}` : undefined}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setOpen(true)
          setChosen(null)
        }}
        onKeyDown={handleKey}
        className="min-h-11 w-full rounded-full border border-edge bg-sheet pr-4 pl-10 text-base text-ink placeholder:text-soft hover:border-ink focus-visible:rounded-full md:text-[0.9375rem]"
      />
      <div
        id={`${id}-list`}
        role="listbox"
        tabIndex={-1}
        aria-label="Suggestions"
        hidden={!isListShown}
        className="absolute top-full left-0 z-30 mt-1.5 min-w-full md:w-max md:max-w-96 max-h-64 overflow-y-auto rounded border border-ink bg-sheet py-1"
      >
        {suggestions.map((suggestion, index) => (
          <SuggestionOption
            key={suggestion}
            id={`${id}-${index}`}
            suggestion={suggestion}
            typed={typed}
            isActive={index === active}
            onChoose={() => search(suggestion)}
          />
        ))}
      </div>
      <p role="status" className="sr-only">
        {isOpen && isCurrent && (suggestions.length === 1 ? '1 suggestion' : `${suggestions.length} suggestions`)}
      </p>
    </form>
  )
}
