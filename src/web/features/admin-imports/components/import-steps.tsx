import type { Import } from '#contracts/imports'
import { classNames } from '../../../lib/class-names.ts'

const STEPS = ['Columns', 'Preview', 'Import', 'Result'] as const
export type ImportStep = (typeof STEPS)[number]

/** Which step a checked import is at. */
export function stepOf({ state }: Pick<Import, 'state'>, isLooking: boolean): ImportStep {
  if (state === 'previewing') return isLooking ? 'Preview' : 'Columns'
  if (state === 'previewed') return isLooking ? 'Preview' : 'Columns'
  return state === 'queued' || state === 'running' ? 'Import' : 'Result'
}

/** Where one is on the way from the file to the result. */
export function ImportSteps({ current }: { readonly current: ImportStep }) {
  return (
    <ol aria-label="Steps" className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {STEPS.map((step, index) => (
        <li
          key={step}
          aria-current={step === current ? 'step' : undefined}
          className={classNames(
            'border-b-4 pb-0.5',
            step === current ? 'border-yellow font-semibold' : 'border-transparent text-soft',
          )}
        >
          {index + 1} <span className={step === current ? undefined : 'max-sm:sr-only'}>{step}</span>
        </li>
      ))}
    </ol>
  )
}
