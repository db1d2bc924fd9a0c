import type { ReactNode } from 'react'
import { useStored } from '../../lib/storage.ts'
import { Checkbox } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { RoomEntry } from './room-tabs.tsx'
import { singleKeys } from './shortcuts.ts'

interface ShortcutsDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly rooms: readonly RoomEntry[]
}

/** What the keys do, and the switch that turns the single ones off. */
export function ShortcutsDialog({ open, onOpenChange, rooms }: ShortcutsDialogProps) {
  const [isOn, setOn] = useStored(singleKeys)
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts" className="max-w-md">
      <dl className="grid gap-2 text-sm">
        <Shortcut keys={['Ctrl', 'K']} what="Find or do anything (on a Mac with Cmd)" />
        <Shortcut keys={['/']} what="Search in this room" />
        <Shortcut keys={['↑', '↓']} what="The row above or below, in a table" />
        <Shortcut keys={['Shift', 'Space']} what="Select all rows from the last one" />
        <Shortcut keys={['?']} what="This list" />
        {rooms.map(({ name, label, letter }) => (
          <Shortcut key={name} keys={['G', letter.toUpperCase()]} what={label} />
        ))}
      </dl>
      <div className="mt-5 border-t border-line pt-4">
        <Checkbox
          label="Single keys"
          hint="Turn them off if you dictate or press keys by accident. Ctrl K stays."
          checked={isOn}
          onChange={(event) => setOn(event.target.checked)}
        />
      </div>
    </Dialog>
  )
}

function Shortcut({ keys, what }: { readonly keys: readonly string[]; readonly what: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-4">
      <dt>{what}</dt>
      <dd className="flex gap-1">
        {keys.map((key) => (
          <kbd
            key={key}
            className="grid h-7 min-w-7 place-items-center rounded border border-line bg-sheet px-2 [font-family:inherit] text-xs"
          >
            {key}
          </kbd>
        ))}
      </dd>
    </div>
  )
}
