import { useState } from 'react'
import type { Product } from '#contracts/catalog'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { useFocusWhenFewer } from '../../ui/use-focus-when-fewer.ts'
import { deleteProductDraft, keptDrafts } from './product-drafts.ts'

interface KeptEditsProps {
  /** What the editor is open with, as the address says; null while it is closed. */
  readonly opened: string | null
  /** @param product null for one that is being added */
  readonly onContinue: (product: Product | null) => void
}

/** Offers the latest edits that were typed before the page was reloaded, while the editor is closed. */
export function KeptEdits({ opened, onContinue }: KeptEditsProps) {
  const [kept, setKept] = useState(() => keptDrafts())
  const [wasOpened, setWasOpened] = useState(opened)
  if (opened !== wasOpened) {
    setWasOpened(opened)
    setKept(keptDrafts())
  }
  useFocusWhenFewer(kept.length)
  const [latest] = kept
  if (latest === undefined || opened !== null) return null
  const { product, draft } = latest
  const name = product?.name ?? draft.name
  return (
    <Note size="small" role="status" className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="mr-auto wrap-anywhere">
        You were {product === null ? 'adding' : 'editing'}{' '}
        {name === '' ? 'a product' : <b className="font-semibold">{name}</b>}. It is not saved.
      </p>
      <div className="flex gap-2">
        <Button
          variant="ghost"
          size="small"
          onClick={({ detail }) => {
            // The second half of a double press is for the edits that were there before.
            if (detail > 1) return
            deleteProductDraft(product)
            setKept(keptDrafts())
          }}
        >
          Discard
        </Button>
        <Button size="small" onClick={() => onContinue(product)}>
          Continue
        </Button>
      </div>
    </Note>
  )
}
