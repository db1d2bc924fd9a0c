import type { LucideIcon } from 'lucide-react'
import { useEffect, useId, useRef, type KeyboardEvent } from 'react'
import { Link } from 'react-router-dom'
import { classNames } from '../../lib/class-names.ts'

/** What waits in a room for a person. */
export interface RoomCount {
  readonly count: number
  /** The number with what it counts, to be read aloud: "1 order waits for the shop". */
  readonly words: string
  /** Something is late or has failed. */
  readonly isUrgent?: boolean
}

/** A room of the back office as the rail shows it. */
export interface RoomEntry {
  readonly name: string
  readonly label: string
  /** Leads here when it is pressed after G. */
  readonly letter: string
  readonly to: string
  readonly icon: LucideIcon
  /** The first of a group stands apart from the one before. */
  readonly beginsGroup?: boolean
}

interface RoomTabsProps {
  readonly rooms: readonly RoomEntry[]
  readonly counts: Readonly<Partial<Record<string, RoomCount>>>
  /** Name of the open room; null when the address names none. */
  readonly current: string | null
  /** On a wide screen only the icons show. */
  readonly isNarrow: boolean
}

const MOVES: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

export const tabId = (room: string) => `room-${room}`
export const ROOM_PANEL_ID = 'room'

/**
 * The rooms as tabs (specification 2, section 2), each a link to its own address. Arrows go from tab to tab, Enter and
 * the space bar open the room. A column at the left; on a phone a bar at the foot that scrolls sideways. Half a
 * tab at its edge shows that there are more.
 */
export function RoomTabs({ rooms, counts, current, isNarrow }: RoomTabsProps) {
  const list = useRef<HTMLDivElement>(null)

  // On a phone the tabs are wider than the window: the one that is open is in view.
  useEffect(() => {
    const tab = current === null ? null : document.getElementById(tabId(current))
    if (list.current === null || tab === null) return
    list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2
  }, [current])

  function press(event: KeyboardEvent<HTMLDivElement>): void {
    const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
    const at = tabs.indexOf(document.activeElement as HTMLElement)
    if (at === -1) return
    if (event.key === ' ') tabs[at]?.click()
    else if (event.key === 'Home') tabs[0]?.focus()
    else if (event.key === 'End') tabs.at(-1)?.focus()
    else if (event.key in MOVES) tabs[(at + (MOVES[event.key] ?? 0) + tabs.length) % tabs.length]?.focus()
    else return
    event.preventDefault()
  }

  return (
    <div
      ref={list}
      role="tablist"
      aria-label="Admin sections"
      aria-orientation="vertical"
      tabIndex={-1}
      onKeyDown={press}
      className={classNames(
        'flex [scrollbar-width:none] max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:overflow-x-auto max-md:border-t max-md:border-line max-md:bg-sheet max-md:pb-[env(safe-area-inset-bottom)]',
        'md:flex-col md:gap-0.5',
      )}
    >
      {rooms.map((room, index) => (
        <RoomTab
          key={room.name}
          room={room}
          isOpen={room.name === current}
          isNarrow={isNarrow}
          waiting={counts[room.name]}
          takesTab={room.name === current || (current === null && index === 0)}
        />
      ))}
    </div>
  )
}

interface RoomTabProps {
  readonly room: RoomEntry
  readonly isOpen: boolean
  readonly isNarrow: boolean
  readonly waiting: RoomCount | undefined
  /** Whether the Tab key comes to it: one of them is enough. */
  readonly takesTab: boolean
}

function RoomTab({ room, isOpen, isNarrow, waiting, takesTab }: RoomTabProps) {
  const { name, label, to, icon: Icon, beginsGroup = false } = room
  const id = useId()
  const hasCount = waiting !== undefined && waiting.count > 0
  return (
    <Link
      id={tabId(name)}
      role="tab"
      to={to}
      aria-selected={isOpen}
      aria-controls={isOpen ? ROOM_PANEL_ID : undefined}
      // The count is a description, so that a tab keeps its name.
      aria-label={label}
      aria-describedby={hasCount ? id : undefined}
      tabIndex={takesTab ? 0 : -1}
      data-tooltip={isNarrow ? label : undefined}
      className={classNames(
        'relative flex items-center text-soft no-underline hover:bg-wash hover:text-ink focus-visible:-outline-offset-3',
        'max-md:min-h-16 max-md:w-[28.6vw] large-letters:w-[46vw] max-md:shrink-0 min-[22rem]:max-md:w-[22.2vw] min-[35rem]:max-md:w-[15.4vw] max-md:flex-col max-md:justify-center max-md:gap-1 max-md:px-1 max-md:py-1.5 max-md:text-center max-md:text-xs max-md:leading-[1.1]',
        'md:min-h-10 md:rounded md:text-sm',
        // The number stands below the icon: beside it there is no room for three digits.
        isNarrow ? 'md:flex-col md:justify-center md:gap-0.5 md:py-1' : 'md:gap-3 md:px-3',
        beginsGroup &&
          'md:mt-4 md:before:absolute md:before:inset-x-3 md:before:-top-2.5 md:before:h-px md:before:bg-line',
        isOpen && 'bg-wash font-semibold text-ink',
      )}
    >
      {isOpen && (
        <i
          aria-hidden="true"
          className="absolute border border-ink bg-yellow max-md:inset-x-5 max-md:top-0 max-md:h-1.5 md:inset-y-2 md:-left-2.5 md:w-2"
        />
      )}
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      <span className={classNames('md:min-w-0 md:flex-1 md:leading-tight', isNarrow && 'md:sr-only')}>{label}</span>
      {hasCount && (
        // The figure is drawn by the sheet: as text it would belong to the tab's name.
        <span
          aria-hidden="true"
          data-count={waiting.count > 999 ? '999+' : waiting.count}
          className={classNames(
            'rounded-full px-1.5 text-xs leading-[1.25rem] font-semibold tabular-nums before:content-[attr(data-count)]',
            'max-md:absolute max-md:top-1',
            // The next tab's ground lies over what stands out of this one.
            waiting.count > 99 ? 'max-md:right-0.5 max-md:px-1 max-md:text-[0.6875rem]' : 'max-md:left-1/2 max-md:ml-1',
            isNarrow && 'md:leading-[1rem]',
            waiting.isUrgent === true
              ? 'bg-magenta text-on-magenta'
              : isOpen
                ? 'bg-sheet text-ink'
                : 'bg-wash text-ink',
          )}
        />
      )}
      {hasCount && (
        <span id={id} hidden>
          {waiting.words}
        </span>
      )}
    </Link>
  )
}
