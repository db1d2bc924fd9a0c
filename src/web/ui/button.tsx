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

const variants: Record<ButtonVariant, string> = {
  solid: 'button-solid',
  quiet: 'button-quiet',
  ghost: 'border-transparent bg-transparent text-ink enabled:hover:bg-wash [a&]:hover:bg-wash disabled:bg-wash',
  flush: 'border-transparent bg-transparent text-ink enabled:hover:bg-wash [a&]:hover:bg-wash',
  inverse:
    'border-paper bg-transparent text-paper enabled:hover:bg-paper enabled:hover:text-ink [a&]:hover:bg-paper [a&]:hover:text-ink',
}

const sizes: Record<ButtonSize, string> = {
  small: 'button-small',
  medium: 'min-h-11 px-5 py-2 text-base',
  large: 'min-h-13 px-6 py-3 text-base',
}

/** A button's classes, for the rare element that must look like one. */
export function buttonClass(
  { variant = 'solid', size = 'medium', wide = false }: Look = {},
  className?: string,
): string {
  return classNames('button', variants[variant], sizes[size], wide && 'w-full', className)
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
  'relative inline-grid size-11 shrink-0 place-items-center rounded text-ink transition-colors duration-150 hover:bg-wash disabled:cursor-not-allowed disabled:text-edge aria-disabled:cursor-not-allowed aria-disabled:text-edge'
