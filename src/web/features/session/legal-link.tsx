import type { ReactNode } from 'react'

/** A policy, opened in a new tab so that nothing that was typed is lost. */
export function LegalLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <a href={to} target="_blank" rel="noopener" className="text-link">
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
