import type { ComponentProps } from 'react'
import { Link } from 'react-router-dom'
import { classNames } from '../lib/class-names.ts'

export type ButtonVariant = 'solid' | 'quiet' | 'ghost' | 'flush' | 'inverse'
export type ButtonSize = 'small' | 'medium' | 'large'

interface Look {
  /**
   * solid: the main action; quiet: the second; ghost: the rest; flush: as ghost, with nothing behind it while it is
   * disabled; inverse: upon ink.
   */
  readonly variant?: ButtonVariant | undefined
  readonly size?: ButtonSize | undefined
  /** Takes the whole width. */
  readonly wide?: boolean | undefined
}

const base =
  'inline-flex items-center justify-center gap-2 rounded border-2 text-center font-semibold leading-tight no-underline transition-colors duration-150 select-none ' +
  'disabled:cursor-not-allowed disabled:text-soft aria-disabled:cursor-not-allowed'

const filledWhenDisabled = 'disabled:border-line disabled:bg-wash'

const variants: Record<ButtonVariant, string> = {
  solid:
    'border-ink bg-ink text-paper enabled:hover:border-cyan enabled:hover:bg-cyan enabled:hover:text-on-cyan [a&]:hover:border-cyan [a&]:hover:bg-cyan [a&]:hover:text-on-cyan ' +
    filledWhenDisabled,
  quiet:
    'border-ink bg-transparent text-ink enabled:hover:bg-ink enabled:hover:text-paper [a&]:hover:bg-ink [a&]:hover:text-paper ' +
    filledWhenDisabled,
  ghost: 'border-transparent bg-transparent text-ink enabled:hover:bg-wash [a&]:hover:bg-wash disabled:bg-wash',
  flush: 'border-transparent bg-transparent text-ink enabled:hover:bg-wash [a&]:hover:bg-wash',
  inverse:
    'border-paper bg-transparent text-paper enabled:hover:bg-paper enabled:hover:text-ink [a&]:hover:bg-paper [a&]:hover:text-ink',
}

const sizes: Record<ButtonSize, string> = {
  small: 'min-h-10 px-3.5 py-1.5 text-sm pointer-coarse:min-h-11',
  medium: 'min-h-11 px-5 py-2 text-base',
  large: 'min-h-13 px-6 py-3 text-base',
}

/** A button's classes, for the rare element that must look like one. */
export function buttonClass(
  { variant = 'solid', size = 'medium', wide = false }: Look = {},
  className?: string,
): string {
  return classNames(base, variants[variant], sizes[size], wide && 'w-full', className)
}

export function Button({ variant, size, wide, className, type = 'button', ...props }: ComponentProps<'button'> & Look) {
  return <button {...props} type={type} className={buttonClass({ variant, size, wide }, className)} />
}

/** A link that looks like a button; `to` is an address of the shop. */
export function ButtonLink({ variant, size, wide, className, ...props }: ComponentProps<typeof Link> & Look) {
  return <Link {...props} className={buttonClass({ variant, size, wide }, className)} />
}

/** A square button with nothing but an icon; `label` is what it does, and is shown as its tooltip. */
export function IconButton({
  label,
  className,
  type = 'button',
  ...props
}: ComponentProps<'button'> & { readonly label: string }) {
  return (
    <button
      data-tooltip={label}
      {...props}
      type={type}
      aria-label={label}
      className={classNames(iconButtonClass, className)}
    />
  )
}

export const iconButtonClass =
  'relative inline-grid size-11 shrink-0 place-items-center rounded text-ink transition-colors duration-150 hover:bg-wash disabled:cursor-not-allowed disabled:text-edge'
