import { SlidersHorizontal } from 'lucide-react'
import { startTransition, useDeferredValue, useState, type ReactNode } from 'react'
import { RenderedOnce } from '../../../lib/server-markup.tsx'
import { Button } from '../../../ui/button.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

interface FilterSheetProps {
  /** How many filters are in force. */
  readonly filterCount: number
  /** What the button at its foot promises. */
  readonly outcome: string
  /** The filters. */
  readonly children: ReactNode
}

/** The filters where there is no room beside the products: a button, and the sheet that it opens. */
export function FilterSheet({ filterCount, outcome, children }: FilterSheetProps) {
  const [isOpen, setOpen] = useState(false)
  const [isRendered, setRendered] = useState(false)

  /** The button answers the press, and the sheet comes right after that is painted. */
  function open(): void {
    setOpen(true)
    startTransition(() => setRendered(true))
  }

  function close(): void {
    setOpen(false)
    setRendered(false)
  }

  return (
    <>
      <Button
        variant="quiet"
        className="aria-expanded:bg-wash lg:hidden"
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        onClick={open}
      >
        <RenderedOnce name="sliders">
          <SlidersHorizontal aria-hidden="true" className="size-4" />
        </RenderedOnce>
        Filters{filterCount > 0 && ` (${filterCount})`}
      </Button>
      <Dialog open={isRendered} onClose={close} title="Filters" hideTitle side="bottom" className="h-[92dvh]">
        {/* Beside the button that closes the sheet. */}
        <div className="-mt-11 pb-5">
          <AfterSheet>{children}</AfterSheet>
        </div>
        <DialogFoot className="mt-auto">
          <Button wide onClick={close}>
            {outcome}
          </Button>
        </DialogFoot>
      </Dialog>
    </>
  )
}

/** Comes when the sheet is there: a hundred fields take a phone longer than it may wait for the sheet. */
function AfterSheet({ children }: { readonly children: ReactNode }) {
  const isTime = useDeferredValue(true, false)
  return isTime && children
}
