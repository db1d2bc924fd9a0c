import { useRef, useState, type DragEvent, type ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { Button } from './button.tsx'

interface DropZoneProps {
  /** On the button that opens the picker. */
  readonly buttonLabel: ReactNode
  /** Names the hidden file input: "Product images". */
  readonly inputLabel: string
  /** What may be dropped here and how large. */
  readonly hint: ReactNode
  readonly accept: string
  readonly multiple?: boolean
  readonly disabled?: boolean
  /** `how`: chosen in the picker, or dropped. */
  readonly onFiles: (files: readonly File[], how: 'picked' | 'dropped') => void
  readonly className?: string
  readonly children?: ReactNode
}

/**
 * A place for files: drop them, or press the button. Everything works without a mouse, since the button is one; the
 * input itself stays out of the tab order because the button opens it.
 */
export function DropZone({
  buttonLabel,
  inputLabel,
  hint,
  accept,
  multiple = false,
  disabled = false,
  onFiles,
  className,
  children,
}: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null)
  /** Enter and leave events come from every child too; the pointer has left the zone when both counts are equal. */
  const depth = useRef(0)
  const [isOver, setOver] = useState(false)

  function over(event: DragEvent, change: number): void {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    depth.current = Math.max(0, depth.current + change)
    setOver(depth.current > 0 && !disabled)
  }

  function drop(event: DragEvent): void {
    event.preventDefault()
    depth.current = 0
    setOver(false)
    const files = [...event.dataTransfer.files]
    if (!disabled && files.length > 0) onFiles(files, 'dropped')
  }

  return (
    // Dropping is an extra for the mouse: the button inside does the same.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      onDragEnter={(event) => over(event, 1)}
      onDragOver={(event) => over(event, 0)}
      onDragLeave={(event) => over(event, -1)}
      onDrop={drop}
      data-over={isOver || undefined}
      className={classNames(
        'halftone grid justify-items-center gap-3 rounded border-2 border-dashed border-edge bg-sheet px-4 py-8 text-center transition-colors data-over:border-cyan data-over:bg-cyan-wash',
        className,
      )}
    >
      {children}
      <Button variant="quiet" disabled={disabled} onClick={() => input.current?.click()}>
        {buttonLabel}
      </Button>
      <p className="max-w-[52ch] rounded bg-sheet px-2 text-sm text-soft">{isOver ? 'Let go to add' : hint}</p>
      <input
        ref={input}
        type="file"
        tabIndex={-1}
        aria-label={inputLabel}
        accept={accept}
        multiple={multiple}
        disabled={disabled}
        className="sr-only"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // The same file can be chosen again after it was corrected.
          event.target.value = ''
          if (files.length > 0) onFiles(files, 'picked')
        }}
      />
    </div>
  )
}
