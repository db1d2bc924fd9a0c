import type { ReactNode } from 'react'
import type { ApiRequest } from '../../lib/api-client.ts'
import type { Action } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Alert } from '../../ui/note.tsx'

/** A change of a person's access. */
export interface AccessChange {
  /** Below the address of the person. */
  readonly path?: string
  readonly request: ApiRequest
  /** What the toast says once it is made; tells one change from another. */
  readonly done: string
}

interface ChangeButtonProps {
  readonly action: Action<AccessChange>
  readonly change: AccessChange
  /** What its button says while it is under way. */
  readonly pending: string
  readonly isMain?: boolean
  /** Nothing to change. */
  readonly disabled?: boolean
  readonly children: ReactNode
}

/** The button of a change, and above it why the change was not made. */
export function ChangeButton({ action, change, pending, isMain = false, disabled, children }: ChangeButtonProps) {
  const { run, isBusy, doing, last, problem } = action
  return (
    <>
      <Alert message={last?.done === change.done ? problem : null} />
      <Button
        variant={isMain ? 'solid' : 'quiet'}
        disabled={disabled}
        aria-disabled={isBusy}
        onClick={() => run(change)}
      >
        {doing?.done === change.done ? pending : children}
      </Button>
    </>
  )
}

/** What was pressed is not offered any more, by what was pressed or by somebody else: why it was not made all the same. */
export function ProblemOfGone({
  action: { last, problem },
  offered,
}: {
  readonly action: Pick<Action<AccessChange>, 'last' | 'problem'>
  /** What the changes say that are offered. */
  readonly offered: readonly string[]
}) {
  return <Alert message={last !== undefined && offered.includes(last.done) ? null : problem} />
}
