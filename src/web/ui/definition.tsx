import type { ReactNode } from 'react'

interface DefinitionProps {
  readonly name: string
  readonly children: ReactNode
}

/** One entry of a `<dl>`: a small name above its value. */
export function Definition({ name, children }: DefinitionProps) {
  return (
    <div className="grid min-w-0 content-start justify-items-start gap-1">
      <dt className="text-sm text-soft">{name}</dt>
      <dd className="font-medium [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

/** One entry of a `<dl>` between lines: the name on the left, its value on the right. */
export function RuledDefinition({ name, children }: DefinitionProps) {
  return (
    <div className="grid gap-x-6 border-b border-line py-3 sm:grid-cols-[11rem_1fr]">
      <dt className="font-semibold">{name}</dt>
      <dd className="text-soft">{children}</dd>
    </div>
  )
}
