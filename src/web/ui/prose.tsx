import type { ComponentProps } from 'react'
import { classNames } from '../lib/class-names.ts'

/** Long text: a measure that reads well, room between thoughts, lists and tables that line up. */
export function Prose({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      {...props}
      data-prose=""
      className={classNames(
        'max-w-[68ch] text-[1.0625rem] leading-[1.65] [&_h3]:mt-7 [&_h3]:mb-2 [&_h3]:text-xl [&_p+p]:mt-4 [&_p+ul]:mt-3 [&_ul+p]:mt-4 [&_p+dl]:mt-4 [&_dl+p]:mt-4 ' +
          '[&_ul]:grid [&_ul]:grid-cols-1 [&_ul]:gap-2 [&_li]:relative [&_li]:pl-5 [&_li]:before:absolute [&_li]:before:top-[0.62em] [&_li]:before:left-0 [&_li]:before:size-1.5 [&_li]:before:bg-ink ' +
          '[&_dl]:grid [&_dl]:grid-cols-1 [&_dl]:border-t [&_dl]:border-line [&_dt]:pt-3 [&_dt]:font-semibold [&_dd]:border-b [&_dd]:border-line [&_dd]:pb-3',
        className,
      )}
    />
  )
}
