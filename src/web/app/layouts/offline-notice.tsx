import { useOnline } from '../../lib/use-online.ts'

/** Says that the connection is gone, and what that means; announced when it happens. */
export function OfflineNotice() {
  const isOnline = useOnline()
  return (
    <div role="status">
      {!isOnline && (
        <p className="border-b border-line bg-yellow-wash py-2 text-center text-sm font-medium">
          <span className="wrap block">
            You are offline. Your cart and wishlist are kept; searching and ordering need a connection.
          </span>
        </p>
      )}
    </div>
  )
}
