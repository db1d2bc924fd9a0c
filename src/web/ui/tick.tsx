import type { KeyProps } from '../lib/staff-keys.ts'

/** Selects a row of a table, or all of them. */
export function Tick({
  label,
  checked,
  isMixed = false,
  onChange,
  keys,
}: {
  readonly label: string
  readonly checked: boolean
  /** Of what it stands for, some are selected and some are not. */
  readonly isMixed?: boolean
  /** @param isRange the Shift key was down: all from the last one up to this one are meant */
  readonly onChange: (checked: boolean, isRange: boolean) => void
  /** The key that presses it. */
  readonly keys?: KeyProps
}) {
  return (
    <label className="grid size-9 place-items-center pointer-coarse:size-11">
      <span className="sr-only">{label}</span>
      <input
        ref={(box) => {
          if (box !== null) box.indeterminate = isMixed
        }}
        type="checkbox"
        {...keys}
        checked={checked}
        onChange={({ target, nativeEvent }) =>
          onChange(target.checked, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
        }
        className="tick-box tick-small"
      />
    </label>
  )
}
