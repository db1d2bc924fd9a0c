import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { comparablePath } from '#contracts/api-paths'
import { formatPrice } from '../../lib/format.ts'
import { useRead } from '../../lib/use-read.ts'
import { SearchInput } from '../../ui/search-input.tsx'

/** How many products a search offers; what is compared already is not among them. */
const OFFERED = 6

interface AddProductProps {
  readonly category: string
  /** The products that are compared already. */
  readonly taken: readonly number[]
  readonly onAdd: (id: number) => void
}

/** Searches a category for another product to compare. */
export function AddProduct({ category, taken, onAdd }: AddProductProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [term, setTerm] = useState('')
  const { data: found, error } = useRead(term === '' ? null : comparablePath(category, term))
  const offered = found?.filter(({ id }) => !taken.includes(id)).slice(0, OFFERED)

  const add = (id: number) => {
    setTerm('')
    // The pressed button goes with the list.
    frame.current?.querySelector('input')?.focus()
    onAdd(id)
  }

  return (
    <div ref={frame} className="w-full max-w-sm">
      <SearchInput label="Add a product" value={term} onSearch={setTerm} />
      <p role="status" className="mt-2 text-sm text-soft empty:hidden">
        {error !== undefined && 'The products could not be read. Please try again.'}
        {term !== '' && offered?.length === 0 && 'No other product of this category matches.'}
      </p>
      {offered !== undefined && offered.length > 0 && (
        <ul aria-label="Products to add" className="mt-2 sheet py-1">
          {offered.map(({ id, name, price }) => (
            <li key={id}>
              <button
                type="button"
                onClick={() => add(id)}
                className="flex min-h-11 w-full cursor-pointer items-center gap-2.5 px-4 py-2 text-left leading-snug hover:bg-wash"
              >
                <Plus aria-hidden="true" className="size-4 shrink-0 text-soft" />
                <span className="min-w-0 flex-1">{name}</span>
                <span className="figures text-sm text-soft">{formatPrice(price)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
