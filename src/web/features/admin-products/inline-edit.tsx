import { LoaderCircle, Pencil } from 'lucide-react'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { errorMessage } from '../../lib/error-message.ts'
import { useAction } from '../../lib/use-action.ts'
import { classNames } from '../../lib/class-names.ts'
import { FieldEdited } from './product-calls.ts'

interface InlineEditProps<Row> {
  /** The cells of one column: Tab goes from row to row in it. */
  readonly column: string
  /** What is edited: "price of HP LaserJet". */
  readonly label: string
  readonly row: Row
  /** The text to edit: "279.00". */
  readonly valueOf: (row: Row) => string
  /** The text to show: "$279.00". */
  readonly format: (value: string) => string
  readonly inputMode: 'decimal' | 'numeric'
  readonly pattern: RegExp
  /** What to type; shown when the pattern does not match. */
  readonly hint: string
  /**
   * What was typed stays when this throws.
   * @param opened the row as it was when the cell was opened, or as it was shown after somebody else's edit
   * @throws FieldEdited when somebody else gave it another value meanwhile
   */
  readonly onSave: (value: string, opened: Row) => Promise<void>
}

/**
 * A table's value that is edited in place: Enter or leaving the field saves, Tab saves and goes on in the next row,
 * Escape cancels. What was typed survives a failure; what somebody else has made of it meanwhile is shown and only
 * overwritten by Enter.
 */
export function InlineEdit<Row>(props: InlineEditProps<Row>) {
  const { column, label, row, valueOf, format, inputMode } = props
  const id = useId()
  const { edit, text, problem, cell, opener } = useInlineEdit(props)
  if (text === null) {
    return (
      <span ref={cell} data-cell={column}>
        <button
          ref={opener}
          type="button"
          onClick={edit.open}
          aria-label={`Change ${label}: ${format(valueOf(row))}`}
          className="group inline-flex min-h-9 items-center justify-end gap-2 rounded border border-line px-2 hover:border-ink hover:bg-wash pointer-coarse:min-h-11"
        >
          <Pencil aria-hidden="true" className="size-3.5 text-soft group-hover:text-ink" />
          {format(valueOf(row))}
        </button>
      </span>
    )
  }
  return (
    <span ref={cell} data-cell={column} className="inline-grid justify-items-end gap-1">
      <span className="relative">
        {edit.isBusy && (
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
          readOnly={edit.isBusy}
          onChange={(event) => edit.type(event.target.value)}
          onFocus={(event) => event.target.select()}
          onKeyDown={edit.press}
          onBlur={edit.leave}
          className={classNames(
            'min-h-9 w-24 rounded border border-cyan bg-sheet px-2 text-right pointer-coarse:min-h-11 pointer-coarse:text-base aria-invalid:border-2 aria-invalid:border-magenta',
            edit.isBusy && 'text-soft',
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

type InlineEditing<Row> = Omit<InlineEditProps<Row>, 'label' | 'inputMode'>

/** What is typed into the cell, what became of it, and where the keys lead. */
function useInlineEdit<Row>({ column, row, valueOf, format, pattern, hint, onSave }: InlineEditing<Row>) {
  const [editing, setEditing] = useState<{ readonly text: string; readonly opened: Row } | null>(null)
  const [isMistyped, setMistyped] = useState(false)
  const [theirs, setTheirs] = useState<string | null>(null)
  const saving = useAction<{ readonly typed: string; readonly opened: Row }>(
    async ({ typed, opened }) => {
      setTheirs(null)
      await onSave(typed, opened)
      close()
    },
    (error) => {
      if (!(error instanceof FieldEdited)) return errorMessage(error, 'Not saved.')
      const current = error.current as Row
      setEditing((now) => now && { ...now, opened: current })
      setTheirs(valueOf(current))
      return null
    },
  )
  const cell = useRef<HTMLSpanElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const isLeaving = useRef(false)
  const problem = isMistyped
    ? hint
    : theirs !== null
      ? `Somebody made it ${format(theirs)} meanwhile. Enter saves yours over it, Escape keeps theirs.`
      : editing === null
        ? null
        : saving.problem

  function close(): void {
    isLeaving.current = true
    setEditing(null)
    setMistyped(false)
    setTheirs(null)
    setTimeout(() => {
      isLeaving.current = false
      if (document.activeElement === null || document.activeElement === document.body)
        opener.current?.focus({ preventScroll: true })
    })
  }

  function save(): void {
    if (editing === null || isLeaving.current) return
    const typed = editing.text.trim()
    if (typed === valueOf(editing.opened)) return close()
    setMistyped(!pattern.test(typed))
    if (pattern.test(typed)) saving.run({ typed, opened: editing.opened })
  }

  function press(event: KeyboardEvent): void {
    if (event.key === 'Enter') save()
    if (event.key === 'Escape') close()
    if (event.key !== 'Tab' || theirs !== null) return
    const cells = [...(cell.current?.closest('table')?.querySelectorAll<HTMLElement>(`[data-cell=${column}]`) ?? [])]
    const next = cells[cells.findIndex((each) => each === cell.current) + (event.shiftKey ? -1 : 1)]
    if (next === undefined) return
    event.preventDefault()
    save()
    next.querySelector<HTMLElement>('button, input')?.focus()
    next.querySelector('button')?.click()
  }

  return {
    /** Null while nothing is edited. */
    text: editing?.text ?? null,
    problem,
    cell,
    opener,
    edit: {
      isBusy: saving.isBusy,
      open: () => setEditing({ text: valueOf(row), opened: row }),
      type: (text: string) => setEditing((now) => now && { ...now, text }),
      press,
      leave() {
        if (theirs === null) save()
      },
    },
  }
}
