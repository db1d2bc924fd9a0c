import { useAtomValue } from 'jotai'
import { loadingScripts } from '../../lib/loading-scripts.ts'

/** A line along the top edge while the script of a page or dialog is on its way; a quick one shows nothing. */
export function LoadingBar() {
  const isLoading = useAtomValue(loadingScripts) > 0
  if (!isLoading) return null
  return (
    // What stands in no landmark is a message, or a screen reader passes it over.
    <div role="status">
      <div
        role="progressbar"
        aria-label="Loading page"
        className="fixed inset-x-0 top-0 z-80 h-[5px] overflow-hidden bg-wash opacity-0 animate-[appear_1ms_200ms_forwards]"
      >
        <div className="h-full w-1/4 bg-cyan animate-[print-pass_1.1s_ease-in-out_infinite]" />
      </div>
    </div>
  )
}
