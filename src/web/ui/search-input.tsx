import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { TextInput } from './field.tsx'

/** Typing rests so long before it is searched for, in ms. */
const REST_MS = 300

interface SearchInputProps {
  readonly label: string
  readonly placeholder?: string
  readonly value: string
  readonly onSearch: (text: string) => void
  readonly className?: string
}

/** Searches a list while one types. */
export function SearchInput({ label, placeholder, value, onSearch, className }: SearchInputProps) {
  const id = useId()
  const [text, setText] = useState(value)
  const [searched, setSearched] = useState(value)

  // The address changed by other means: by Back, for one.
  const [shownValue, setShownValue] = useState(value)
  if (value !== shownValue) {
    setShownValue(value)
    if (value !== searched) {
      setSearched(value)
      setText(value)
    }
  }

  const search = useEffectEvent((term: string) => {
    if (term === searched) return
    setSearched(term)
    onSearch(term)
  })
  useEffect(() => {
    const timer = setTimeout(() => search(text.trim()), REST_MS)
    return () => clearTimeout(timer)
  }, [text])

  return (
    <div className={className}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <span className="relative block">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-soft"
        />
        <TextInput
          id={id}
          type="search"
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder={placeholder ?? label}
          maxLength={100}
          className="pl-9"
        />
      </span>
    </div>
  )
}
