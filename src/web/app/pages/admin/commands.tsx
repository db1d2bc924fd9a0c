import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { pressKeyed } from '../../../features/admin-shell/keyed-controls.ts'
import { commandOf, GO_WITHIN_MS, typedWith, type KeyCommand } from '../../../features/admin-shell/shortcuts.ts'
import { classNames } from '../../../lib/class-names.ts'
import { singleKeys } from '../../../lib/staff-keys.ts'
import { useStored } from '../../../lib/storage.ts'
import { whenIdle } from '../../../lib/when-idle.ts'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { forgetRow, goToRow, toggleRow } from '../../../ui/rows.ts'
import type { Room } from './rooms.tsx'

const RoomsPalette = lazyDialog(() => import('./rooms-palette.tsx').then((module) => module.RoomsPalette))
const ShortcutsDialog = lazyDialog(() =>
  import('../../../features/admin-shell/shortcuts-dialog.tsx').then((module) => module.ShortcutsDialog),
)

const TYPED_INTO = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]'
const SEARCH = 'main input[type=search]'
const OPEN_DIALOG = '[role=dialog], dialog[open]'
const OPENING_DIALOG = '[data-dialog-opening]'

interface CommandsProps {
  /** Those of the person's role. */
  readonly rooms: readonly Room[]
  readonly isNarrow: boolean
  readonly onLogOut: () => void
}

/** The button of the command palette, the palette behind it, and the keys of the back office. */
export function Commands({ rooms, isNarrow, onLogOut }: CommandsProps) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [hasSingleKeys] = useStored(singleKeys)
  const [opened, setOpened] = useState<'palette' | 'help' | null>(null)
  const [isGoing, setGoing] = useState(false)
  const goingUntil = useRef(0)
  /** What was typed since the palette was asked for, until its field is there. */
  const typedBefore = useRef('')

  const press = useEffectEvent((event: KeyboardEvent) => {
    const isTyping = event.target instanceof Element && event.target.closest(TYPED_INTO) !== null
    const hasDialog = document.querySelector(OPEN_DIALOG) !== null
    const isOpening = document.querySelector(OPENING_DIALOG) !== null
    const typed = isOpening && opened === 'palette' ? typedWith(event, typedBefore.current) : null
    if (typed !== null) {
      typedBefore.current = typed
      return event.preventDefault()
    }
    if (isOpening && event.key === 'Escape') return setOpened(null)
    const isSearching = event.target instanceof Element && event.target.matches(SEARCH)
    const isGoing = event.timeStamp < goingUntil.current
    const command = commandOf(event, { isGoing, isTyping, isSearching, hasDialog, hasSingleKeys })
    goingUntil.current = command?.does === 'wait' ? event.timeStamp + GO_WITHIN_MS : 0
    setGoing(command?.does === 'wait')
    if (command === null || event.defaultPrevented) return
    // A key that is pressed before a dialog is there would press what lies below it.
    if (isOpening && command.does !== 'palette') return
    // The palette is closed by the keys that opened it; over another dialog it does not open.
    if (command.does === 'palette' && hasDialog && opened !== 'palette') return
    // A key that is held down moves on from row to row, and presses nothing again and again.
    if (event.repeat && command.does !== 'row') return
    if (obey(command)) event.preventDefault()
  })

  /** @returns whether there was anything to do */
  function obey(command: KeyCommand): boolean {
    switch (command.does) {
      case 'palette':
        typedBefore.current = ''
        setOpened(opened === 'palette' ? null : 'palette')
        break
      case 'help':
        setOpened('help')
        break
      case 'search': {
        const field = document.querySelector<HTMLInputElement>(SEARCH)
        if (field === null) setOpened('palette')
        else field.focus()
        break
      }
      case 'go': {
        const room = rooms.find(({ letter }) => letter === command.letter)
        if (room !== undefined) void navigate(room.to)
        break
      }
      case 'row':
        goToRow(command.step, command.isExtending)
        break
      case 'select':
        toggleRow(command.isRange)
        break
      case 'press':
        return pressKeyed(command.keys)
      case 'wait':
    }
    return true
  }

  // What is opened over a list stands below the room's address.
  const list = pathname.split('/').slice(0, 3).join('/') + search
  useEffect(forgetRow, [list])
  useEffect(() => whenIdle(RoomsPalette.preload), [])
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  useEffect(() => {
    if (!isGoing) return
    const timer = setTimeout(() => setGoing(false), GO_WITHIN_MS)
    return () => clearTimeout(timer)
  }, [isGoing])

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        data-tooltip={isNarrow ? 'Find or do (Ctrl K)' : undefined}
        onClick={() => obey({ does: 'palette' })}
        onPointerEnter={RoomsPalette.preload}
        className={classNames(
          'flex min-h-11 items-center gap-3 rounded border border-edge px-3 text-sm text-soft hover:bg-wash hover:text-ink max-md:size-11 max-md:justify-center max-md:border-0 max-md:px-0',
          isNarrow && 'md:justify-center md:px-0',
        )}
      >
        <Search aria-hidden="true" className="size-4.5 shrink-0" />
        <span className={classNames('max-md:sr-only', isNarrow && 'md:sr-only')}>Find or do</span>
        <kbd
          aria-hidden="true"
          className={classNames('ml-auto [font-family:inherit] text-xs max-md:hidden', isNarrow && 'hidden')}
        >
          Ctrl K
        </kbd>
      </button>
      <p
        role="status"
        className={
          isGoing
            ? 'fixed bottom-4 left-1/2 z-30 w-max max-w-[calc(100vw-2rem)] -translate-x-1/2 rounded border border-ink bg-sheet px-4 py-2.5 text-sm max-md:bottom-20'
            : 'sr-only'
        }
      >
        {isGoing && `Go to: ${rooms.map(({ letter, label }) => `${letter.toUpperCase()} ${label}`).join(', ')}`}
      </p>
      {opened === 'palette' && (
        <RoomsPalette
          open
          typedBefore={() => typedBefore.current}
          onOpenChange={(isOpen) => setOpened((now) => (isOpen ? 'palette' : now === 'palette' ? null : now))}
          rooms={rooms}
          onHelp={() => setOpened('help')}
          onLogOut={onLogOut}
        />
      )}
      {opened === 'help' && (
        <ShortcutsDialog open onOpenChange={(isOpen) => !isOpen && setOpened(null)} rooms={rooms} />
      )}
    </>
  )
}
