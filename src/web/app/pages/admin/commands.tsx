import { Search } from 'lucide-react'
import { useEffect } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { whenIdle } from '../../../lib/when-idle.ts'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import type { Room } from './rooms.tsx'
import { useCommands } from './use-commands.ts'

const RoomsPalette = lazyDialog(() => import('./rooms-palette.tsx').then((module) => module.RoomsPalette))
const ShortcutsDialog = lazyDialog(() =>
  import('../../../features/admin-shell/shortcuts-dialog.tsx').then((module) => module.ShortcutsDialog),
)

interface CommandsProps {
  /** Those of the person's role. */
  readonly rooms: readonly Room[]
  readonly isNarrow: boolean
  readonly onLogOut: () => void
}

/** The button of the command palette, the palette behind it, and the keys of the back office. */
export function Commands({ rooms, isNarrow, onLogOut }: CommandsProps) {
  const { opened, setOpened, togglePalette, typedBefore, isGoing } = useCommands(rooms)
  useEffect(() => whenIdle(RoomsPalette.preload), [])

  return (
    <>
      <PaletteButton isNarrow={isNarrow} onPress={togglePalette} />
      <RoomLetters rooms={rooms} isShown={isGoing} />
      {opened === 'palette' && (
        <RoomsPalette
          typedBefore={typedBefore}
          onClose={() => setOpened((now) => (now === 'palette' ? null : now))}
          rooms={rooms}
          onHelp={() => setOpened('help')}
          onLogOut={onLogOut}
        />
      )}
      {opened === 'help' && <ShortcutsDialog onClose={() => setOpened(null)} rooms={rooms} />}
    </>
  )
}

function PaletteButton({ isNarrow, onPress }: { readonly isNarrow: boolean; readonly onPress: () => void }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      data-tooltip={isNarrow ? 'Find or do (Ctrl K)' : undefined}
      onClick={onPress}
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
  )
}

/** The letters of the rooms, once G was pressed. */
function RoomLetters({ rooms, isShown }: { readonly rooms: readonly Room[]; readonly isShown: boolean }) {
  return (
    <p
      role="status"
      className={
        isShown
          ? 'fixed bottom-4 left-1/2 z-30 w-max max-w-[calc(100vw-2rem)] -translate-x-1/2 rounded border border-ink bg-sheet px-4 py-2.5 text-sm max-md:bottom-[calc(var(--rooms)+1rem)]'
          : 'sr-only'
      }
    >
      {isShown && `Go to: ${rooms.map(({ letter, label }) => `${letter.toUpperCase()} ${label}`).join(', ')}`}
    </p>
  )
}
