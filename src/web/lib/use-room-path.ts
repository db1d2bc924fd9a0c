import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useLateNavigate } from './late-navigation.ts'
import { paths } from './paths.ts'

/** What is open in a room of the back office, as its address says: "100001" at "/admin/orders/100001". */
export interface RoomPath {
  /** null while nothing is open. */
  readonly opened: string | null
  /** It was opened from the list; false for an address that was typed, shared or linked from elsewhere. */
  readonly isOverList: boolean
  open(name: string): void
  /** Back to the list as it was filtered, also when what is open was saved a while after the press. */
  close(): void
}

/** Keeps what is open over a room's list in the address, so that it survives a reload, can be shared, and Back closes it. */
export function useRoomPath(room: string): RoomPath {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const navigateLate = useLateNavigate()
  const root = paths.room(room)
  const below = pathname.startsWith(`${root}/`) ? decodeURIComponent(pathname.slice(root.length + 1)) : ''
  const cameFromList = isFromList(state)
  return {
    opened: below === '' ? null : below,
    isOverList: cameFromList,
    open: useCallback(
      (name) => {
        // From one opened thing to the next: Back still leads to the list.
        const isNext = below !== ''
        void navigate(`${root}/${encodeURIComponent(name)}${search}`, {
          replace: isNext,
          state: { fromList: isNext ? cameFromList : true },
        })
      },
      [navigate, root, search, below, cameFromList],
    ),
    close: useCallback(() => {
      if (cameFromList) navigateLate(-1)
      else navigateLate(`${root}${search}`, { replace: true })
    }, [navigateLate, root, search, cameFromList]),
  }
}

function isFromList(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'fromList' in state && state.fromList === true
}
