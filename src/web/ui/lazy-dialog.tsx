import { useEffect, useRef, useState, type ComponentType } from 'react'
import { lazyPart, NOT_LOADED_ADVICE, type FailedProps } from '../lib/lazy-part.tsx'
import { waitForScript } from '../lib/loading-scripts.ts'
import { Button } from './button.tsx'

/** What a dialog takes to be opened and closed. */
interface DialogControl {
  readonly open?: boolean
  readonly onClose?: () => void
}

/**
 * A dialog whose script is loaded when it is opened. Meanwhile `data-dialog-opening` stands in the page, and the line of a
 * page that is loaded. When loading fails, a small dialog shows it, and the page stays.
 */
export function lazyDialog<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazyPart<Props & DialogControl>(load, { pending: <DialogOpening />, Failed: DialogNotOpened })
}

function DialogOpening() {
  useEffect(waitForScript, [])
  return (
    <p role="status" data-dialog-opening="" className="sr-only">
      Loading...
    </p>
  )
}

/** The browser's own dialog, because the shop's may be what did not come. */
function DialogNotOpened({ part, isNotLoaded, retry, isRetrying }: FailedProps<DialogControl>) {
  const { open = true, onClose } = part
  const dialog = useRef<HTMLDialogElement>(null)
  const [isClosed, setClosed] = useState(false)
  const isShown = open && !isClosed
  useEffect(() => {
    if (isShown) dialog.current?.showModal()
  }, [isShown])
  const close = () => {
    setClosed(true)
    onClose?.()
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
        {isNotLoaded
          ? `This part of the shop could not be loaded. ${NOT_LOADED_ADVICE}`
          : 'It is our mistake, not yours. Nothing else on the page is lost.'}
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button onClick={() => isRetrying || void retry()} aria-disabled={isRetrying}>
          {isRetrying ? 'Trying again...' : 'Try again'}
        </Button>
        <Button variant="quiet" onClick={close}>
          Close
        </Button>
      </div>
    </dialog>
  )
}
