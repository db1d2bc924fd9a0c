import { LoaderCircle, Pencil } from 'lucide-react'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { useAction } from '../../lib/use-action.ts'
import { classNames } from '../../lib/class-names.ts'

interface InlineEditProps {
  /** What is edited: "price of HP LaserJet". */
  readonly label: string
  /** The text to edit: "279.00". */
  readonly value: string
  /** The text to show: "$279.00". */
  readonly shown: string
  readonly inputMode: 'decimal' | 'numeric'
  readonly pattern: RegExp
  /** What to type; shown when the pattern does not match. */
  readonly hint: string
  /** What was typed stays when this throws. */
  readonly onSave: (value: string) => Promise<void>
}

/** A table's value that is edited in place: Enter or leaving the field saves, Escape cancels. What was typed survives a failure. */
export function InlineEdit({ label, value, shown, inputMode, pattern, hint, onSave }: InlineEditProps) {
  const id = useId()
  const [text, setText] = useState<string | null>(null)
  const [isMistyped, setMistyped] = useState(false)
  const saving = useAction<string>(async (typed) => {
    await onSave(typed)
    close()
  }, 'Not saved.')
  const problem = isMistyped ? hint : text === null ? null : saving.problem
  const opener = useRef<HTMLButtonElement>(null)
  const isLeaving = useRef(false)

  function close(): void {
    isLeaving.current = true
    setText(null)
    setMistyped(false)
    setTimeout(() => {
      isLeaving.current = false
      if (document.activeElement === null || document.activeElement === document.body)
        opener.current?.focus({ preventScroll: true })
    })
  }

  function save(): void {
    if (text === null || isLeaving.current) return
    const typed = text.trim()
    if (typed === value) return close()
    setMistyped(!pattern.test(typed))
    if (pattern.test(typed)) saving.run(typed)
  }

  function press(event: KeyboardEvent): void {
    if (event.key === 'Enter') save()
    if (event.key === 'Escape') close()
  }

  if (text === null) {
    return (
      <button
        ref={opener}
        type="button"
        onClick={() => setText(value)}
        aria-label={`Change ${label}: ${shown}`}
        className="group inline-flex min-h-9 items-center justify-end gap-2 rounded border border-line px-2 hover:border-ink hover:bg-wash pointer-coarse:min-h-11"
      >
        <Pencil aria-hidden="true" className="size-3.5 text-soft group-hover:text-ink" />
        {shown}
      </button>
    )
  }
  return (
    <span className="inline-grid justify-items-end gap-1">
      <span className="relative">
        {saving.isBusy && (
          <LoaderCircle
            aria-hidden="true"
            className="absolute top-2.5 left-2 size-4 text-soft motion-safe:animate-spin"
          />
        )}
        <input
          // The press of the edit button asked for the focus.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          aria-label={label}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem === null ? undefined : id}
          inputMode={inputMode}
          value={text}
          readOnly={saving.isBusy}
          onChange={(event) => setText(event.target.value)}
          onFocus={(event) => event.target.select()}
          onKeyDown={press}
          onBlur={() => save()}
          className={classNames(
            'min-h-9 w-24 rounded border border-cyan bg-sheet px-2 text-right aria-invalid:border-2 aria-invalid:border-magenta',
            saving.isBusy && 'text-soft',
          )}
        />
      </span>
      {problem !== null && (
        <span id={id} role="alert" className="max-w-48 text-right text-xs font-medium text-magenta">
          {problem}
        </span>
      )}
    </span>
  )
}
