import { useId, type ComponentProps, type ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { describedBy, FieldError } from './field.tsx'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly error?: string | undefined
}

/** A checkbox with its label; the whole line is the target. */
export function Checkbox({ label, hint, error, className, ...props }: CheckboxProps) {
  const id = useId()
  return (
    <div className={classNames('grid gap-1', className)}>
      <label className="tick-line">
        <input
          aria-invalid={error !== undefined || undefined}
          aria-describedby={describedBy(id, { hint, error })}
          {...props}
          type="checkbox"
          className="tick-box"
        />
        <span className="min-w-0 pt-0.5 leading-snug wrap-anywhere">{label}</span>
      </label>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="pl-9 text-sm text-soft">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <div className="pl-9">
          <FieldError id={`${id}-error`} message={error} />
        </div>
      )}
    </div>
  )
}

/** On or off at once, such as a consent; announced as a switch. */
export function Switch({ label, hint, className, ...props }: Omit<CheckboxProps, 'error'>) {
  const id = useId()
  return (
    <label className={classNames('flex items-start gap-4 py-2 large-letters:flex-col large-letters:gap-1', className)}>
      <span className="grid flex-1 gap-1">
        <span id={id} className="font-semibold">
          {label}
        </span>
        {hint !== undefined && (
          <span id={`${id}-hint`} className="text-sm text-soft">
            {hint}
          </span>
        )}
      </span>
      <span className="relative mt-0.5 inline-flex shrink-0">
        <input
          {...props}
          type="checkbox"
          // A native checkbox announces itself whether it is checked.
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props
          role="switch"
          aria-labelledby={id}
          aria-describedby={hint !== undefined ? `${id}-hint` : undefined}
          className="peer h-7 w-12 appearance-none rounded-full border-2 border-edge bg-wash transition-colors checked:border-cyan checked:bg-cyan hover:border-ink focus-visible:rounded-full disabled:cursor-not-allowed disabled:opacity-60"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-1 left-1 size-5 rounded-full bg-ink transition-transform peer-checked:translate-x-5 peer-checked:bg-on-cyan"
        />
      </span>
    </label>
  )
}

export interface RadioOption {
  readonly value: string
  readonly label: ReactNode
  readonly description?: ReactNode
}

interface RadioGroupProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'defaultValue'> {
  readonly legend: ReactNode
  readonly hideLegend?: boolean
  readonly options: readonly RadioOption[]
  /** The chosen value, when the form does not keep it itself. */
  readonly value?: string | undefined
  readonly defaultValue?: string | undefined
  readonly error?: string | undefined
}

/** A question with one answer; arrow keys move between answers as the platform does it. Spread a form's `register` in. */
export function RadioGroup({
  legend,
  hideLegend = false,
  options,
  value,
  defaultValue,
  error,
  className,
  ...props
}: RadioGroupProps) {
  const id = useId()
  return (
    <fieldset className={className} aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend className={hideLegend ? 'sr-only' : 'mb-2 text-sm font-semibold'}>{legend}</legend>
      <div className="grid gap-2">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex items-start gap-3 sheet p-3.5 large-letters:gap-2 large-letters:p-2 transition-colors hover:border-ink has-checked:border-cyan has-checked:bg-cyan-wash has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-cyan"
          >
            <input
              name={id}
              {...props}
              {...(value !== undefined && { checked: value === option.value })}
              {...(defaultValue !== undefined && { defaultChecked: defaultValue === option.value })}
              type="radio"
              value={option.value}
              className="radio-box"
            />
            <span className="grid min-w-0 gap-0.5 pt-0.5 leading-snug wrap-anywhere">
              <span className="font-semibold">{option.label}</span>
              {option.description !== undefined && <span className="text-sm text-soft">{option.description}</span>}
            </span>
          </label>
        ))}
      </div>
      <div className="mt-1.5">
        <FieldError id={`${id}-error`} message={error} />
      </div>
    </fieldset>
  )
}
