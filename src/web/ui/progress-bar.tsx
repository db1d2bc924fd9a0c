import { classNames } from '../lib/class-names.ts'

interface ProgressBarProps {
  /** What is going on; read with the bar. */
  readonly label: string
  /** From 0 to 1; null while it is unknown. */
  readonly share: number | null
  /** Said instead of the percentage: "12,000 of 50,000 rows". */
  readonly text?: string | undefined
  readonly className?: string | undefined
}

/** How far something is. Without a share a print head passes over the bar. */
export function ProgressBar({ label, share, text, className }: ProgressBarProps) {
  const percent = share === null ? null : Math.round(Math.min(1, Math.max(0, share)) * 100)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(percent !== null && { 'aria-valuenow': percent })}
      {...(text !== undefined && { 'aria-valuetext': text })}
      className={classNames('h-3 overflow-hidden rounded border border-edge bg-sheet', className)}
    >
      {percent === null ? (
        <div className="h-full w-1/4 bg-cyan motion-safe:animate-[print-pass_1.4s_linear_infinite]" />
      ) : (
        <div className="h-full bg-cyan transition-[width] duration-200" style={{ width: `${percent}%` }} />
      )}
    </div>
  )
}
