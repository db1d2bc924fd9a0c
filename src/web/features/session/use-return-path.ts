import { useLocation, useNavigate } from 'react-router-dom'
import { signedIn } from '../../lib/session.ts'
import { forgetReturnPath, noteReturnPath, returnPath } from './return-path.ts'

/** What sign-in and sign-up have in common: where the visitor came from, and what happens once they are in. */
export function useReturnPath() {
  const location = useLocation()
  const navigate = useNavigate()
  const state: unknown = location.state

  /** Keeps the token, refreshes who visits, and goes back to where the visitor came from, else home. */
  async function enter(token: string): Promise<void> {
    const next = returnPath(state, Date.now())
    await signedIn(token)
    forgetReturnPath()
    await navigate(next, { replace: true })
  }

  /** For ways to the other form that carry no state, such as a toast's. */
  function noteWhereFrom(): void {
    noteReturnPath(returnPath(state, Date.now()), Date.now())
  }

  return { linkState: state, enter, noteWhereFrom }
}
