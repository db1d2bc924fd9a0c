import { useOnline } from '../../lib/use-online.ts'

/**
 * Shows that the connection is lost and what that means; announced to screen readers. A form that shows it by itself
 * takes its place.
 */
export function OfflineNotice({
  words = 'Your cart and wishlist are kept; searching and ordering need a connection.',
}: {
  /** What being offline means here. */
  readonly words?: string
}) {
  const isOnline = useOnline()
  return (
    <div role="status">
      {!isOnline && (
        // On a phone the open search lies over what is below the header.
        <p className="border-b border-line max-md:[html[data-has-open-search]_&]:mt-17 [html[data-has-offline-note]_&]:hidden bg-yellow-wash py-2 text-center text-sm font-medium">
          <span className="wrap block">You are offline. {words}</span>
        </p>
      )}
    </div>
  )
}
