import type { ComponentProps } from 'react'
import { classNames } from '../lib/class-names.ts'

const tones = {
  sell: 'bg-magenta text-on-magenta',
  mark: 'bg-yellow text-on-yellow',
  act: 'bg-cyan text-on-cyan',
  speak: 'bg-ink text-paper',
  plain: 'bg-wash text-ink',
  good: 'bg-ok-wash text-ok',
}
export type BadgeTone = keyof typeof tones

/** A word on a thing. sell: sale, savings; mark: bestseller, new; act: featured; speak: out of stock; plain: the rest. */
export function Badge({ tone = 'plain', className, ...props }: ComponentProps<'span'> & { readonly tone?: BadgeTone }) {
  return (
    <span
      {...props}
      className={classNames(
        'inline-block rounded-[2px] px-2 py-1.5 text-xs leading-none font-bold',
        tones[tone],
        className,
      )}
    />
  )
}
