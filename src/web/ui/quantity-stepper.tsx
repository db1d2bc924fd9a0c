import { Minus, Plus } from 'lucide-react'
import { useEffect, useRef, type MouseEvent } from 'react'
import { classNames } from '../lib/class-names.ts'
import { FilledIn } from '../lib/server-markup.tsx'

interface QuantityStepperProps {
  readonly value: number
  readonly onChange: (quantity: number) => void
  /** What is counted, for screen readers: the product's name. */
  readonly of: string
  readonly min?: number
  readonly max: number
  readonly disabled?: boolean
  readonly size?: 'small' | 'medium'
  readonly className?: string
}

const buttonClass =
  'grid place-items-center transition-colors hover:bg-wash disabled:cursor-not-allowed disabled:text-edge disabled:hover:bg-transparent focus-visible:z-10'

/**
 * Minus, the count, plus. Minus is disabled at `min` (specification 1, section 4). The press that comes to an end leads
 * the focus to the other button: one that is disabled loses it.
 */
export function QuantityStepper({
  value,
  onChange,
  of,
  min = 1,
  max,
  disabled = false,
  size = 'medium',
  className,
}: QuantityStepperProps) {
  const square = size === 'small' ? 'size-9 pointer-coarse:size-11' : 'size-11'
  const isLeast = disabled || value <= min
  const isMost = disabled || value >= max
  const group = useRef<HTMLDivElement>(null)
  const pressed = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    // It may rest for a moment after each press, whatever the count is.
    const button = pressed.current
    if (disabled || button === null || !(isLeast || isMost)) return
    const { activeElement } = document
    // The browser takes the focus away only when it draws the next time.
    if (button.disabled && (activeElement === button || activeElement === document.body))
      group.current?.querySelector<HTMLButtonElement>('button:enabled')?.focus({ preventScroll: true })
  }, [disabled, isLeast, isMost])

  function change(event: MouseEvent<HTMLButtonElement>, quantity: number): void {
    pressed.current = event.currentTarget
    onChange(Math.min(max, Math.max(min, quantity)))
  }
  return (
    <FilledIn
      name={`quantity stepper ${size} ${isLeast} ${isMost} ${className}`}
      texts={[`Quantity of ${of}`, String(value)]}
    >
      {([label, count]) => (
        <div
          ref={group}
          role="group"
          aria-label={label}
          className={classNames('inline-flex items-stretch rounded border border-edge bg-sheet', className)}
        >
          <button
            type="button"
            aria-label="Decrease quantity"
            disabled={isLeast}
            onClick={(event) => change(event, value - 1)}
            className={classNames(buttonClass, square)}
          >
            <Minus aria-hidden="true" className="size-4" />
          </button>
          <output
            aria-live="polite"
            className="grid min-w-11 place-items-center border-x border-line px-2 font-semibold"
          >
            {count}
          </output>
          <button
            type="button"
            aria-label="Increase quantity"
            disabled={isMost}
            onClick={(event) => change(event, value + 1)}
            className={classNames(buttonClass, square)}
          >
            <Plus aria-hidden="true" className="size-4" />
          </button>
        </div>
      )}
    </FilledIn>
  )
}
