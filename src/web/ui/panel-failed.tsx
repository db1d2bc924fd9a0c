import { NOT_LOADED_ADVICE, useReconnection, type FailedProps } from '../lib/lazy-part.tsx'
import { FailureNote } from './async.tsx'

/** In place of a panel whose script did not come, or that threw while it rendered; it comes back with the connection. */
export function PanelFailed(failed: FailedProps<object>) {
  useReconnection(failed)
  const message = failed.isNotLoaded
    ? `This panel could not be loaded. ${NOT_LOADED_ADVICE}`
    : 'Something went wrong in this panel. It is our mistake, not yours.'
  return <FailureNote message={message} onRetry={failed.retry} />
}
