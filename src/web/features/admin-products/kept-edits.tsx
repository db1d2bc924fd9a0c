import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import type { KeptDraft } from './product-drafts.ts'

interface KeptEditsProps {
  readonly kept: KeptDraft
  readonly onContinue: () => void
  readonly onDiscard: () => void
}

/** Offers the edits that were typed before the page was reloaded. */
export function KeptEdits({ kept: { product, draft }, onContinue, onDiscard }: KeptEditsProps) {
  const name = product?.name ?? draft.name
  return (
    <Note size="small" role="status" className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="mr-auto wrap-anywhere">
        You were {product === null ? 'adding' : 'editing'}{' '}
        {name === '' ? 'a product' : <b className="font-semibold">{name}</b>}. It is not saved.
      </p>
      <div className="flex gap-2">
        <Button variant="ghost" size="small" onClick={onDiscard}>
          Discard
        </Button>
        <Button size="small" onClick={onContinue}>
          Continue
        </Button>
      </div>
    </Note>
  )
}
