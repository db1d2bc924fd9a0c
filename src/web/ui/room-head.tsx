import type { ReactNode } from 'react'

interface RoomHeadProps {
  readonly title: string
  /** Beside the title, small: how many, or of when. */
  readonly note?: ReactNode
  /** What one does in this room. */
  readonly children?: ReactNode
}

/** The head of a room of the back office: its one h1 and the room's own actions. */
export function RoomHead({ title, note, children }: RoomHeadProps) {
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2">
      <h1 tabIndex={-1} className="text-2xl sm:text-[1.75rem]">
        {title}
      </h1>
      {note !== undefined && <p className="text-sm text-soft">{note}</p>}
      {children !== undefined && <div className="ml-auto flex flex-wrap gap-2 max-sm:*:grow">{children}</div>}
    </div>
  )
}
