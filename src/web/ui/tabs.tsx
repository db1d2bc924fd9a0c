import * as Radix from '@radix-ui/react-tabs'
import type { ComponentProps } from 'react'
import { classNames } from '../lib/class-names.ts'

/** Tabs with arrow keys; `value` and `onValueChange` keep the choice elsewhere, `defaultValue` keeps it here. */
export function Tabs({ className, ...props }: ComponentProps<typeof Radix.Root>) {
  return <Radix.Root {...props} className={classNames('grid gap-6', className)} />
}

export function TabList({ className, ...props }: ComponentProps<typeof Radix.List>) {
  return (
    <Radix.List
      {...props}
      className={classNames('flex gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]', className)}
    />
  )
}

/**
 * Radix gives a tab the focus itself when the mouse goes down, for browsers that do not, and a focus that a script gives
 * counts as one to be seen. Here the tab has it first.
 */
export function Tab({ className, ...props }: ComponentProps<typeof Radix.Trigger>) {
  return (
    <Radix.Trigger
      {...props}
      onMouseDown={({ currentTarget, button, ctrlKey }) => {
        if (button === 0 && !ctrlKey) currentTarget.focus({ focusVisible: false })
      }}
      className={classNames(
        '-mb-px min-h-11 shrink-0 border-b-4 border-transparent px-3 py-2 font-semibold text-soft transition-colors hover:text-ink active:border-edge active:text-ink focus-visible:-outline-offset-3 data-[state=active]:border-yellow data-[state=active]:text-ink sm:px-4',
        className,
      )}
    />
  )
}

/** With `forceMount` a panel is in the page while another is open: it is printed with it, and shown without script. */
export function TabPanel({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Content
      {...props}
      className={classNames(
        'focus-visible:outline-offset-8',
        props.forceMount &&
          'data-[state=inactive]:hidden noscript:data-[state=inactive]:block print:data-[state=inactive]:block',
        className,
      )}
    />
  )
}
