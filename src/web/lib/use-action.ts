import { useRef, useState } from 'react'
import { errorMessage } from './error-message.ts'

/** What can be seen of a call. */
interface ActionState {
  readonly isBusy: boolean
  /** What went wrong the last time, in a sentence; null while it runs, and when it went well. */
  readonly problem: string | null
}

/** One call to the shop that a press starts. */
export interface Action<Input> extends ActionState {
  /** Starts it; nothing while it runs already. */
  readonly run: (input: Input) => void
}

/** A sentence for when the server gives none, or a function that shows the failure and gives its sentence. */
type Failure = string | ((error: unknown) => string | null | Promise<string | null>)

const IDLE: ActionState = { isBusy: false, problem: null }

/**
 * Runs a call once at a time and keeps what became of it. React's own useActionState is not used, because every
 * navigation that starts while its action runs waits for the end of the action: a call that hangs would hold the
 * visitor on the page.
 */
export function useAction<Input = void>(action: (input: Input) => Promise<void>, failure: Failure): Action<Input> {
  const [state, setState] = useState(IDLE)
  const isRunning = useRef(false)
  return { ...state, run: (input) => void runOnce(isRunning, () => action(input), failure, setState) }
}

/**
 * The rule of `useAction` without React. Never rejects.
 * @param isRunning true from the start until what became of the call is known, also what the failure still reads
 */
export async function runOnce(
  isRunning: { current: boolean },
  action: () => Promise<void>,
  failure: Failure,
  show: (state: ActionState) => void,
): Promise<void> {
  if (isRunning.current) return
  isRunning.current = true
  show({ isBusy: true, problem: null })
  let problem: string | null = null
  try {
    await action()
  } catch (error) {
    problem = await problemOf(error, failure)
  }
  isRunning.current = false
  show({ isBusy: false, problem })
}

async function problemOf(error: unknown, failure: Failure): Promise<string | null> {
  if (typeof failure === 'string') return errorMessage(error, failure)
  try {
    return await failure(error)
  } catch (another) {
    // What it wanted to read before it answers did not come.
    return errorMessage(another, 'Something went wrong.')
  }
}
