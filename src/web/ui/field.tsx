import { createContext, use, useId, type ComponentProps, type ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'

interface FieldControl {
  readonly id: string
  readonly describedBy: string | undefined
  readonly isInvalid: boolean
  readonly isRequired: boolean
}

const FieldContext = createContext<FieldControl | null>(null)

interface FieldProps {
  readonly label: ReactNode
  /** What is wrong, in words for people; marks the control as invalid and is read with it. */
  readonly error?: string | undefined
  readonly hint?: ReactNode
  readonly required?: boolean | undefined
  /** Shows "(optional)" after the label. */
  readonly optional?: boolean | undefined
  readonly className?: string | undefined
  /** The control: TextInput or Select. It takes id and aria-* from here. */
  readonly children: ReactNode
}

/** The ids of what is read with a control: its hint at `ID-hint` and its error at `ID-error`, where it has them. */
export function describedBy(id: string, { hint, error }: Pick<FieldProps, 'hint' | 'error'>): string | undefined {
  const ids = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean)
  return ids.join(' ') || undefined
}

/** Ties a label, a control, a hint and an error together, once. */
export function Field({ label, error, hint, required = false, optional = false, className, children }: FieldProps) {
  const id = useId()
  return (
    <div className={classNames('grid grid-cols-[minmax(0,1fr)] content-start gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
        {optional && <span className="font-normal text-soft"> (optional)</span>}
      </label>
      <FieldContext
        value={{
          id,
          describedBy: describedBy(id, { hint, error }),
          isInvalid: error !== undefined,
          isRequired: required,
        }}
      >
        {children}
      </FieldContext>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-sm text-soft">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} message={error} />
    </div>
  )
}

/** An error below a control; nothing without a message. */
export function FieldError({ id, message }: { readonly id?: string; readonly message: string | undefined }) {
  if (message === undefined) return null
  return (
    <p id={id} className="flex gap-1.5 text-sm font-medium text-magenta">
      <span aria-hidden="true">✕</span>
      {message}
    </p>
  )
}

/** The id and aria-* attributes that a Field gives its control; empty outside of a Field. */
function useFieldControl() {
  const control = use(FieldContext)
  if (control === null) return {}
  return {
    id: control.id,
    'aria-describedby': control.describedBy,
    'aria-invalid': control.isInvalid || undefined,
    'aria-required': control.isRequired || undefined,
  }
}

/** The look of every control that takes text. */
const controlClass =
  'w-full rounded border border-edge bg-sheet px-3 text-base text-ink placeholder:text-soft transition-colors ' +
  'hover:border-ink focus-visible:border-cyan aria-invalid:border-2 aria-invalid:border-magenta disabled:cursor-not-allowed disabled:bg-wash disabled:text-soft'

export function TextInput({ className, ...props }: ComponentProps<'input'>) {
  return <input {...useFieldControl()} {...props} className={classNames(controlClass, 'min-h-11 py-2', className)} />
}

/** Several lines of text. */
export function TextArea({
  grows = false,
  rows = grows ? 6 : 5,
  className,
  ...props
}: ComponentProps<'textarea'> & {
  /** Grows with what is typed, where the browser can. */
  readonly grows?: boolean
}) {
  const look = grows ? 'field-sizing-content max-h-[32rem] min-h-32 resize-y py-2.5 leading-normal' : 'py-2.5'
  return (
    <textarea {...useFieldControl()} rows={rows} {...props} className={classNames(controlClass, look, className)} />
  )
}

/**
 * The platform's own select: it fills in by itself on checkout forms, opens the wheel on phones and costs no script.
 * Takes `options`, or `<option>` children.
 */
export function Select({
  options,
  className,
  children,
  ...props
}: ComponentProps<'select'> & { readonly options?: readonly { readonly value: string; readonly label: string }[] }) {
  return (
    <span className="relative block">
      <select
        {...useFieldControl()}
        {...props}
        className={classNames(controlClass, 'min-h-11 appearance-none py-2 pr-10', className)}
      >
        {options?.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
        {children}
      </select>
      <svg
        aria-hidden="true"
        viewBox="0 0 12 12"
        className="pointer-events-none absolute top-1/2 right-3.5 size-3 -translate-y-1/2 fill-none stroke-current stroke-2"
      >
        <path d="m1.500 4 4.500 4.500L10.500 4" />
      </svg>
    </span>
  )
}
