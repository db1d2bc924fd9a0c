import type { Import } from '#contracts/imports'
import { classNames } from '../../lib/class-names.ts'
import { isUnderWay } from './progress.ts'

/** What the dialog shows of an import. Before there is one, it asks for the file. */
export type Step = CheckingStep | 'progress' | 'result'
/** The two steps of a file that was read and is not imported yet. */
export type CheckingStep = 'columns' | 'preview'

const SHOWN_STEPS = ['Columns', 'Preview', 'Import', 'Result'] as const
export type ShownStep = (typeof SHOWN_STEPS)[number]

/**
 * Where staff begin with an import that they open: at its preview when it has one, so that rows that are corrected are
 * shown at once, and at its columns while there are answers that were not sent.
 */
export function openingStep({ state }: Pick<Import, 'state'>, hasAnswers: boolean): CheckingStep {
  return state === 'mapping' || hasAnswers ? 'columns' : 'preview'
}

/** @param checking where staff are with a file that was read */
export function stepOf(read: Pick<Import, 'state'>, checking: CheckingStep): Step {
  if (read.state === 'mapping') return 'columns'
  if (read.state === 'previewed') return checking
  return isUnderWay(read) ? 'progress' : 'result'
}

/** The step's name in the list of steps. While the file is read it stays the one that led there. */
export function shownStep({ state }: Pick<Import, 'state'>, checking: CheckingStep): ShownStep {
  if (state === 'mapping') return 'Columns'
  if (state === 'previewing' || state === 'previewed') return checking === 'columns' ? 'Columns' : 'Preview'
  return state === 'queued' || state === 'running' ? 'Import' : 'Result'
}

/** Where one is on the way from the file to the result. */
export function ImportSteps({ current }: { readonly current: ShownStep }) {
  return (
    <ol aria-label="Steps" className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {SHOWN_STEPS.map((step, index) => (
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
