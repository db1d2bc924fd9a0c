import type { ComponentProps, ReactNode, Ref } from 'react'
import { classNames } from '../lib/class-names.ts'

const tones = {
  /** Something to know before going on. */
  attention: 'border-yellow bg-yellow-wash',
  success: 'border-ok bg-ok-wash text-ok',
  error: 'border-magenta bg-magenta-wash',
}
const sizes = { small: 'px-4 py-3 text-sm', medium: 'px-4 py-3', large: 'px-5 py-4' }

interface NoteProps extends ComponentProps<'div'> {
  readonly tone?: keyof typeof tones
  readonly size?: keyof typeof sizes
}

/** A note with a bar of its tone's color at the left. */
export function Note({ tone = 'attention', size = 'medium', className, ...props }: NoteProps) {
  return <div {...props} className={classNames('rounded border-l-4', tones[tone], sizes[size], className)} />
}

interface AlertProps {
  readonly message: ReactNode
  readonly className?: string
  readonly ref?: Ref<HTMLParagraphElement>
}

/** What went wrong, in a sentence, read aloud when it appears; nothing while nothing did. */
export function Alert({ message, className, ref }: AlertProps) {
  if (message === null) return null
  return (
    <p
      ref={ref}
      role="alert"
      className={classNames('rounded bg-magenta-wash px-4 py-2.5 text-sm font-medium text-magenta', className)}
    >
      {message}
    </p>
  )
}
