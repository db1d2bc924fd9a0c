import { useLocation } from 'react-router-dom'
import { signedIn } from '../../lib/session.ts'
import { useLateNavigate } from '../../lib/late-navigation.ts'
import { forgetReturnPath, noteReturnPath, returnPath } from './return-path.ts'

/** What sign-in and sign-up have in common: where the visitor came from, and what happens once they are in. */
export function useReturnPath() {
  const location = useLocation()
  const navigate = useLateNavigate()
  const state: unknown = location.state

  /** Goes back to where the visitor came from, else home. */
  function leave(): void {
    const next = returnPath(state, Date.now())
    forgetReturnPath()
    navigate(next, { replace: true })
  }

  /** Keeps the token, refreshes who visits, and leaves. */
  async function enter(token: string): Promise<void> {
    await signedIn(token)
    leave()
  }

  /** For ways to the other form that carry no state, such as a toast's. */
  function noteWhereFrom(): void {
    noteReturnPath(returnPath(state, Date.now()), Date.now())
  }

  return { linkState: state, enter, leave, noteWhereFrom }
}
