import type { ReactNode } from 'react'

/** One part of an order's details, under its heading. */
export function DetailsBlock({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h3 className="mb-1.5 text-base">{title}</h3>
      {children}
    </div>
  )
}
