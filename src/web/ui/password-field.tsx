import { useState, type ComponentProps, type ReactNode } from 'react'
import { Eye, EyeOff } from 'lucide-react'
import { Field, TextInput } from './field.tsx'

interface PasswordFieldProps extends Omit<ComponentProps<'input'>, 'type'> {
  readonly label: string
  readonly error?: string | undefined
  readonly hint?: ReactNode
  /** Shown as text; the field keeps this itself when it is not given. */
  readonly isShown?: boolean
  readonly onToggle?: () => void
}

/** A password with a way to see what was typed. */
export function PasswordField({ label, error, hint, isShown, onToggle, ...input }: PasswordFieldProps) {
  const [isShownHere, setIsShownHere] = useState(false)
  const isVisible = isShown ?? isShownHere
  const Icon = isVisible ? EyeOff : Eye
  const hasToggle = isShown === undefined || onToggle !== undefined
  return (
    <Field label={label} error={error} hint={hint} required>
      {/* The toggle lies over the input, so the field's parts keep their order for screen readers. */}
      <span className="relative block">
        <TextInput
          {...input}
          type={isVisible ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          className={hasToggle ? 'pr-24' : undefined}
        />
        {hasToggle && (
          <button
            type="button"
            aria-label={isVisible ? 'Hide characters' : 'Show characters'}
            onClick={onToggle ?? (() => setIsShownHere((shown) => !shown))}
            className="absolute inset-y-0 right-0 flex min-h-11 items-center gap-1.5 rounded px-3 text-sm font-semibold text-soft hover:text-ink"
          >
            <Icon aria-hidden="true" className="size-4.5" />
            {isVisible ? 'Hide' : 'Show'}
          </button>
        )}
      </span>
    </Field>
  )
}
