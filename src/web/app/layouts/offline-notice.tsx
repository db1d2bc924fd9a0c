import { useSyncExternalStore } from 'react'

function listen(notify: () => void): () => void {
  window.addEventListener('online', notify)
  window.addEventListener('offline', notify)
  return () => {
    window.removeEventListener('online', notify)
    window.removeEventListener('offline', notify)
  }
}

/** Says that the connection is gone, and what that means; announced when it happens. */
export function OfflineNotice() {
  const isOffline = useSyncExternalStore(
    listen,
    () => !navigator.onLine,
    () => false,
  )
  return (
    <div role="status">
      {isOffline && (
        <p className="border-b border-line bg-yellow-wash py-2 text-center text-sm font-medium">
          <span className="wrap block">
            You are offline. Your cart and wishlist are kept; searching and ordering need a connection.
          </span>
        </p>
      )}
    </div>
  )
}
