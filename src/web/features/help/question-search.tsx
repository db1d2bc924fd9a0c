import { Search } from 'lucide-react'
import { useId } from 'react'
import { TextInput } from '../../ui/field.tsx'

interface QuestionSearchProps {
  readonly label: string
  readonly value: string
  readonly onChange: (search: string) => void
  /** How many questions match, announced to screen readers. */
  readonly announcement: string
}

/** Finds questions while one types. */
export function QuestionSearch({ label, value, onChange, announcement }: QuestionSearchProps) {
  const id = useId()
  return (
    <search>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <span className="relative block">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-4 size-5 -translate-y-1/2 text-soft"
        />
        <TextInput
          id={id}
          type="search"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          placeholder={label}
          maxLength={100}
          autoComplete="off"
          className="min-h-13 pl-12 text-lg"
        />
      </span>
      <p role="status" className="mt-2 min-h-6 text-sm text-soft">
        {value.trim() !== '' && announcement}
      </p>
    </search>
  )
}
