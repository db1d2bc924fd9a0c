import { keyWords, singleKeys, STAFF_KEYS } from '../../lib/staff-keys.ts'
import { useStored } from '../../lib/storage.ts'
import { Checkbox } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { RoomEntry } from './room-tabs.tsx'

interface ShortcutsDialogProps {
  readonly onClose: () => void
  readonly rooms: readonly RoomEntry[]
}

/** What the keys do, and the switch that turns the single ones off. */
export function ShortcutsDialog({ onClose, rooms }: ShortcutsDialogProps) {
  const [isOn, setOn] = useStored(singleKeys)
  return (
    <Dialog onClose={onClose} title="Keyboard shortcuts" className="sm:max-w-4xl">
      <div className="grid gap-x-10 gap-y-6 md:grid-cols-2">
        <Shortcuts title="Anywhere, but not over an open dialog" rows={EVERYWHERE} />
        <Shortcuts title="In what is open" rows={keysFor('opened')} />
        <Shortcuts title="In a list" rows={[...IN_LISTS, ...keysFor('list')]} />
        <Shortcuts
          title="Go to"
          rows={rooms.map(({ label, letter }) => ({ keys: `G ${letter.toUpperCase()}`, what: label }))}
        />
      </div>
      <div className="mt-5 border-t border-line pt-4">
        <Checkbox
          label="Single keys"
          hint="Turn them off if you dictate or press keys by accident. The arrows and what is pressed with Ctrl stay."
          checked={isOn}
          onChange={(event) => setOn(event.target.checked)}
        />
      </div>
    </Dialog>
  )
}

interface Shortcut {
  /** With a space between keys. */
  readonly keys: string
  readonly what: string
}

const EVERYWHERE: readonly Shortcut[] = [
  { keys: 'Ctrl K', what: 'Find or do anything (on a Mac with Cmd)' },
  { keys: '/', what: 'Search in this room' },
  { keys: '?', what: 'This list' },
]
const IN_LISTS: readonly Shortcut[] = [
  { keys: '1 – 9', what: 'The views, from left to right' },
  { keys: 'J K', what: 'The next row, the row before' },
  { keys: '↓', what: 'From the search to what it found' },
  { keys: '↓ ↑', what: 'The same control one row on or back' },
  { keys: 'PgDn PgUp', what: 'Ten rows on or back' },
  { keys: 'Enter', what: 'Open the row' },
  { keys: 'X', what: 'Select the row' },
  { keys: 'Shift X', what: 'Select all rows from the last one' },
  { keys: 'Shift J', what: 'Select this row and the next' },
]

function keysFor(place: 'list' | 'opened'): readonly Shortcut[] {
  return Object.values(STAFF_KEYS)
    .filter(({ where }) => where === place)
    .map(({ keys, what }) => ({ keys: keyWords(keys), what }))
}

function Shortcuts({ title, rows }: { readonly title: string; readonly rows: readonly Shortcut[] }) {
  return (
    <section className="grid content-start gap-2">
      <h3 className="text-base">{title}</h3>
      <dl className="grid gap-1.5 text-sm">
        {rows.map(({ keys, what }) => (
          <div key={keys} className="flex items-center justify-between gap-4">
            <dt>{what}</dt>
            <dd className="flex shrink-0 gap-1">
              {keys.split(' ').map((key) => (
                <kbd
                  key={key}
                  className="grid h-7 min-w-7 place-items-center rounded border border-line bg-sheet px-2 [font-family:inherit] text-xs"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
