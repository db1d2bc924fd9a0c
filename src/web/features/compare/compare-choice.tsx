import { MAX_COMPARED } from '#contracts/comparison'
import { useStored } from '../../lib/storage.ts'
import { toast } from '../../ui/toast.tsx'
import { choice, choose, withdraw, type Chosen } from './choice.ts'

/** Below a product's card: puts it into the comparison and takes it out. A fifth is refused with what to do. */
export function CompareChoice({ product }: { readonly product: Chosen }) {
  const [chosen, setChosen] = useStored(choice)
  const isChosen = chosen.some(({ id }) => id === product.id)
  const change = () => {
    if (isChosen) setChosen((before) => withdraw(before, [product.id]))
    else if (chosen.length < MAX_COMPARED) setChosen((before) => choose(before, product))
    else toast({ title: 'Four products are the most', description: 'Remove one from the comparison to add another.' })
  }
  return (
    <label className="compare-choice">
      <input
        type="checkbox"
        aria-label={`Compare ${product.name}`}
        checked={isChosen}
        onChange={change}
        className="tick-box tick-small"
      />
      Compare
    </label>
  )
}
