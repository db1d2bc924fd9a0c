import { Search } from 'lucide-react'
import { useId, useRef } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { paths } from '../../lib/paths.ts'
import { useSearchBox } from './use-search-box.ts'

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
  const form = useRef<HTMLFormElement>(null)
  const { typed, suggestions, active, isListShown, isAnswered, type, search, submit, handleKey } = useSearchBox(
    form,
    onSearch,
  )

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
        onChange={(event) => type(event.target.value)}
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
        {isAnswered && (suggestions.length === 1 ? '1 suggestion' : `${suggestions.length} suggestions`)}
      </p>
    </form>
  )
}
