import { useEffect, useRef } from 'react'
import { splitAround } from './split-around.ts'

interface SuggestionOptionProps {
  readonly id: string
  readonly suggestion: string
  readonly typed: string
  readonly isActive: boolean
  readonly onChoose: () => void
}

/** One suggestion of the search; what was typed stands out in it. */
export function SuggestionOption({ id, suggestion, typed, isActive, onChoose }: SuggestionOptionProps) {
  const item = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) item.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  const [before, match, after] = splitAround(suggestion, typed)
  return (
    // The field keeps the focus and its keys choose; the pointer is the other way.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      ref={item}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className="flex min-h-11 cursor-pointer items-center px-4 py-2 leading-snug hover:bg-wash aria-selected:bg-wash"
    >
      <span className="min-w-0 wrap-anywhere">
        {before}
        {match !== '' && <b className="font-bold">{match}</b>}
        {after}
      </span>
    </div>
  )
}
