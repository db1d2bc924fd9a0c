import { useEffect, useRef, useState, type ComponentType } from 'react'
import { lazyPart, type FailedProps } from '../lib/lazy-part.tsx'
import { reloadOnce } from '../lib/load-with-retry.ts'
import { Button } from './button.tsx'

/** How a dialog is closed: by one of these. */
interface DialogControl {
  readonly open?: boolean
  readonly onClose?: () => void
  readonly onOpenChange?: (open: boolean) => void
}

/** A dialog whose script is loaded when it is opened. When loading fails, a small dialog shows it, and the page stays. */
export function lazyDialog<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazyPart<Props & DialogControl>(load, { Failed: DialogNotOpened })
}

/** Tries of this visit that failed, over all dialogs: the second leads to a new document, if there is one. */
let failures = 0

/** The browser's own dialog, because the shop's may be what did not come. */
function DialogNotOpened({ part: { open = true, onClose, onOpenChange }, retry }: FailedProps<DialogControl>) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isClosed, setClosed] = useState(false)
  const isShown = open && !isClosed
  useEffect(() => {
    if (isShown) dialog.current?.showModal()
  }, [isShown])
  const close = () => {
    setClosed(true)
    onClose?.()
    onOpenChange?.(false)
  }
  const tryAgain = async () => {
    failures += 1
    if (failures > 1 && (await reloadOnce())) return
    retry()
  }
  if (!isShown) return null
  return (
    <dialog
      ref={dialog}
      aria-labelledby="not-opened"
      onClose={close}
      className="m-auto w-[min(28rem,calc(100vw-2rem))] rounded border border-ink bg-sheet p-6 text-ink backdrop:bg-black/50"
    >
      <h2 id="not-opened" className="text-xl">
        This could not be opened
      </h2>
      <p role="alert" className="mt-2 text-soft">
        Check the connection and try again. Nothing on the page is lost.
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button onClick={() => void tryAgain()}>Try again</Button>
        <Button variant="quiet" onClick={close}>
          Close
        </Button>
      </div>
    </dialog>
  )
}
