import { useRef, useState } from 'react'
import { errorMessage } from './error-message.ts'

/** One call to the shop that a press starts. */
export interface Action<Input> {
  /** Starts it; nothing while it runs already. */
  readonly run: (input: Input) => void
  readonly isBusy: boolean
  /** What went wrong the last time, in a sentence; null while it runs, and when it went well. */
  readonly problem: string | null
}

/**
 * Runs a call once at a time and keeps what became of it. React's own useActionState is not used, because every
 * navigation that starts while its action runs waits for the end of the action: a call that hangs would hold the
 * visitor on the page.
 * @param failure a sentence for when the server gives none, or a function that shows the failure and gives its sentence
 */
export function useAction<Input = void>(
  action: (input: Input) => Promise<void>,
  failure: string | ((error: unknown) => string | null | Promise<string | null>),
): Action<Input> {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isRunning = useRef(false)

  async function run(input: Input): Promise<void> {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    setProblem(null)
    try {
      await action(input)
    } catch (error) {
      setProblem(await problemOf(error))
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }

  async function problemOf(error: unknown): Promise<string | null> {
    if (typeof failure === 'string') return errorMessage(error, failure)
    try {
      return await failure(error)
    } catch (another) {
      // What it wanted to read before it answers did not come.
      return errorMessage(another, 'Something went wrong.')
    }
  }

  return { run: (input) => void run(input), isBusy, problem }
}
