import type { ReactNode } from 'react'

interface FormSectionProps {
  readonly number: number
  readonly title: string
  readonly children: ReactNode
}

/** One of the checkout's numbered sections: a group with a heading for screen readers. */
export function FormSection({ number, title, children }: FormSectionProps) {
  return (
    <fieldset className="min-w-0 sheet p-5 pt-4 large-letters:p-3 sm:p-7 sm:pt-5">
      <legend className="contents">
        <span className="float-left mb-5 flex w-full flex-wrap items-center gap-3.5">
          <span className="figures grid size-9 shrink-0 place-items-center rounded-full bg-ink text-lg font-bold text-paper">
            {number}
          </span>
          <h2 className="flex-1 text-2xl large-letters:text-xl">{title}</h2>
        </span>
      </legend>
      <div className="clear-both grid gap-5">{children}</div>
    </fieldset>
  )
}
