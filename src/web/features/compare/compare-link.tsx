import { Columns3 } from 'lucide-react'
import { Link } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { FilledIn } from '../../lib/server-markup.tsx'
import { useStored } from '../../lib/storage.ts'
import { toast } from '../../ui/toast.tsx'
import { choice, choose, type Chosen } from './choice.ts'

/**
 * On a product's page: puts the product beside what was chosen in lists and opens the comparison.
 * When four are chosen already it opens those, and says that one has to go first: there it can be taken out.
 */
export function CompareLink({ product }: { readonly product: Chosen }) {
  const [chosen, setChosen] = useStored(choice)
  const next = choose(chosen, product)
  const isIn = next.some(({ id }) => id === product.id)
  const others = next.filter(({ id }) => id !== product.id).length

  function open(): void {
    if (isIn) setChosen((before) => choose(before, product))
    else toast({ title: 'Four products are the most', description: `Remove one of these to compare ${product.name}.` })
  }

  return (
    <FilledIn name={`compare link ${others}`} texts={[paths.compare(next.map(({ id }) => id)).slice(1)]}>
      {([address]) => (
        <Link
          to={`/${address}`}
          onClick={open}
          data-print="hide"
          className="mt-4 inline-flex min-h-11 items-center gap-2 font-semibold underline-offset-4 hover:underline"
        >
          <Columns3 aria-hidden="true" className="size-4" />
          Compare with others{others > 0 && <span className="font-normal text-soft">({others} chosen)</span>}
        </Link>
      )}
    </FilledIn>
  )
}
