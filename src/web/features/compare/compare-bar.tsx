import { X } from 'lucide-react'
import { MAX_COMPARED } from '#contracts/comparison'
import { categoryPicturePath } from '../../lib/image-path.ts'
import { paths } from '../../lib/paths.ts'
import { useStored } from '../../lib/storage.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { FootBar } from '../../ui/foot-bar.tsx'
import { ProductImage } from '../../ui/product-image.tsx'
import { useFocusWhenFewer } from '../../ui/use-focus-when-fewer.ts'
import { choice, withdraw } from './choice.ts'

/** At the foot of the window while something is chosen: what it is, how to take it out, and the way to the comparison. */
export function CompareBar() {
  const [chosen, setChosen] = useStored(choice)
  useFocusWhenFewer(chosen.length)
  return (
    <>
      <p role="status" className="sr-only">
        {chosen.length > 0 && `${chosen.length} of ${MAX_COMPARED} products chosen for comparison`}
      </p>
      {chosen.length > 0 && (
        <FootBar label="Comparison">
          <ul className="flex gap-2">
            {chosen.map(({ id, name, image, category }) => (
              <li key={id} className="flex items-center rounded border border-line bg-paper">
                <span className="lit-sheet block w-13 overflow-hidden rounded-l-[2px] p-1 max-sm:w-11 max-sm:p-0.5">
                  <ProductImage
                    src={image}
                    alt=""
                    standIn={categoryPicturePath(category)}
                    width={52}
                    height={39}
                    loading="eager"
                  />
                </span>
                <span className="max-w-28 truncate px-2 text-sm max-xl:hidden">{name}</span>
                <button
                  type="button"
                  aria-label={`Remove ${name} from comparison`}
                  title={`Remove ${name}`}
                  onClick={() => setChosen((before) => withdraw(before, [id]))}
                  className="grid h-11 w-7 place-items-center hover:bg-wash sm:w-9"
                >
                  <X aria-hidden="true" className="size-4" />
                </button>
              </li>
            ))}
          </ul>
          <div className="flex items-center gap-2 max-sm:w-full max-sm:justify-between">
            <Button variant="ghost" size="small" onClick={() => setChosen([])}>
              Clear
            </Button>
            <ButtonLink to={paths.compare(chosen.map(({ id }) => id))} size="small">
              {chosen.length === 1 ? 'Compare 1 product' : `Compare ${chosen.length} products`}
            </ButtonLink>
          </div>
        </FootBar>
      )}
    </>
  )
}
