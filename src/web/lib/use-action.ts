import { useRef, useState } from 'react'
import { errorMessage } from './error-message.ts'

/** What can be seen of a call. */
interface ActionState<Input> {
  readonly isBusy: boolean
  /** What it was started with the last time: what went wrong then is said beside that button. */
  readonly last: Input | undefined
  /** What went wrong the last time, in a sentence; null while it runs, and when it went well. */
  readonly problem: string | null
}

/** One call to the shop that a press starts. */
export interface Action<Input> extends ActionState<Input> {
  /** What it was started with, by which one button is told from another; undefined while it does not run. */
  readonly doing: Input | undefined
  /** Starts it; nothing while it runs already. */
  readonly run: (input: Input) => void
}

/** A sentence for when the server gives none, or a function that shows the failure and gives its sentence. */
type Failure<Input> = string | ((error: unknown, input: Input) => string | null | Promise<string | null>)

/**
 * Runs a call once at a time and keeps what became of it. Several buttons of which one at a time may be pressed are one
 * call, started with what was pressed. React's own useActionState is not used, because every navigation that starts while
 * its action runs waits for the end of the action: a call that hangs would hold the visitor on the page.
 */
export function useAction<Input = void>(
  action: (input: Input) => Promise<void>,
  failure: Failure<Input>,
): Action<Input> {
  const [state, setState] = useState<ActionState<Input>>({ isBusy: false, last: undefined, problem: null })
  const isRunning = useRef(false)
  const doing = state.isBusy ? state.last : undefined
  return { ...state, doing, run: (input) => void runOnce(isRunning, input, action, failure, setState) }
}

/**
 * The rule of `useAction` without React. Never rejects.
 * @param isRunning true from the start until what became of the call is known, also what the failure still reads
 */
export async function runOnce<Input>(
  isRunning: { current: boolean },
  input: Input,
  action: (input: Input) => Promise<void>,
  failure: Failure<Input>,
  show: (state: ActionState<Input>) => void,
): Promise<void> {
  if (isRunning.current) return
  isRunning.current = true
  show({ isBusy: true, last: input, problem: null })
  let problem: string | null = null
  try {
    await action(input)
  } catch (error) {
    problem = await problemOf(error, input, failure)
  }
  isRunning.current = false
  show({ isBusy: false, last: input, problem })
}

async function problemOf<Input>(error: unknown, input: Input, failure: Failure<Input>): Promise<string | null> {
  if (typeof failure === 'string') return errorMessage(error, failure)
  try {
    return await failure(error, input)
  } catch (another) {
    // What it wanted to read before it answers did not come.
    return errorMessage(another, 'Something went wrong.')
  }
}
