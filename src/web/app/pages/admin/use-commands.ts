import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { pressKeyed } from '../../../features/admin-shell/keyed-controls.ts'
import { commandOf, GO_WITHIN_MS, typedWith, type KeyCommand } from '../../../features/admin-shell/shortcuts.ts'
import { singleKeys } from '../../../lib/staff-keys.ts'
import { useStored } from '../../../lib/storage.ts'
import { forgetRow, goToRow, toggleRow } from '../../../ui/rows.ts'
import type { Room } from './rooms.tsx'

const TYPED_INTO = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]'
const SEARCH = 'main input[type=search]'
const OPEN_DIALOG = '[role=dialog], dialog[open]'
const OPENING_DIALOG = '[data-dialog-opening]'

/**
 * The keys of the back office, and which dialog they have opened.
 * @param rooms those of the person's role
 */
export function useCommands(rooms: readonly Room[]) {
  const navigate = useNavigate()
  const [hasSingleKeys] = useStored(singleKeys)
  const [opened, setOpened] = useState<'palette' | 'help' | null>(null)
  /** What was typed since the palette was asked for, until its field is there. */
  const typedBefore = useRef('')
  const going = useGoing()
  useRowOfList()

  useKeyDown((event) => {
    const hasDialog = document.querySelector(OPEN_DIALOG) !== null
    const isOpening = document.querySelector(OPENING_DIALOG) !== null
    const typed = isOpening && opened === 'palette' ? typedWith(event, typedBefore.current) : null
    if (typed !== null) {
      typedBefore.current = typed
      return event.preventDefault()
    }
    if (isOpening && event.key === 'Escape') return setOpened(null)
    const command = commandOf(event, {
      isGoing: going.isAt(event.timeStamp),
      isTyping: isOn(event, TYPED_INTO),
      isSearching: isOn(event, SEARCH),
      hasDialog,
      hasSingleKeys,
    })
    going.set(command?.does === 'wait' ? event.timeStamp : null)
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
        togglePalette()
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

  function togglePalette(): void {
    typedBefore.current = ''
    setOpened(opened === 'palette' ? null : 'palette')
  }

  return { opened, setOpened, togglePalette, typedBefore: () => typedBefore.current, isGoing: going.isShown }
}

function isOn({ target }: Event, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null
}

/** Whether G was pressed, after which a letter goes to a room for a moment. */
function useGoing() {
  const [isShown, setShown] = useState(false)
  const until = useRef(0)
  useEffect(() => {
    if (!isShown) return
    const timer = setTimeout(() => setShown(false), GO_WITHIN_MS)
    return () => clearTimeout(timer)
  }, [isShown])
  return {
    isShown,
    isAt: (timeStamp: number) => timeStamp < until.current,
    /** @param pressedAt when G was pressed; null for any other key */
    set(pressedAt: number | null) {
      until.current = pressedAt === null ? 0 : pressedAt + GO_WITHIN_MS
      setShown(pressedAt !== null)
    },
  }
}

/** The row that keys have come to is that of one list; another list begins anew. */
function useRowOfList(): void {
  const { pathname, search } = useLocation()
  // What is opened over a list stands below the room's address.
  const list = pathname.split('/').slice(0, 3).join('/') + search
  useEffect(forgetRow, [list])
}

function useKeyDown(onKey: (event: KeyboardEvent) => void): void {
  const press = useEffectEvent(onKey)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
