import type { ReactNode } from 'react'

/** One of the dashboard's figures under its title. */
export function Panel({
  title,
  note,
  className,
  children,
}: {
  readonly title: string
  readonly note?: string
  readonly className?: string
  readonly children: ReactNode
}) {
  return (
    <section
      aria-label={title}
      className={`grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-1.5 sheet p-4 ${className ?? ''}`}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="text-base">{title}</h3>
        {note !== undefined && <p className="text-sm text-soft">{note}</p>}
      </div>
      {children}
    </section>
  )
}
