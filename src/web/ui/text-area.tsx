import type { ComponentProps } from 'react'
import { classNames } from '../lib/class-names.ts'
import { controlClass, useFieldControl } from './field.tsx'

/** Several lines of text within a Field; grows with what is typed where the browser can, and by hand everywhere. */
export function TextArea({ className, rows = 6, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...useFieldControl()}
      rows={rows}
      {...props}
      className={classNames(
        controlClass,
        'field-sizing-content max-h-[32rem] min-h-32 resize-y py-2.5 leading-normal',
        className,
      )}
    />
  )
}
