import { Search } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
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
  const searched = useRef(value)
  const search = useRef(onSearch)

  useEffect(() => {
    search.current = onSearch
  })

  // The address changed by other means: by Back, for one.
  useEffect(() => {
    if (value === searched.current) return
    searched.current = value
    setText(value)
  }, [value])

  useEffect(() => {
    if (text.trim() === searched.current) return
    const timer = setTimeout(() => {
      searched.current = text.trim()
      search.current(searched.current)
    }, REST_MS)
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
