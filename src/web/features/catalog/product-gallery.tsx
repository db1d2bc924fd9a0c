import { useState, type KeyboardEvent } from 'react'
import type { Product } from '#contracts/catalog'
import { classNames } from '../../lib/class-names.ts'
import { Badge } from '../../ui/badge.tsx'
import { ProductImage } from '../../ui/product-image.tsx'
import { picturesOf } from './product-details.ts'
import { TagBadges } from './tag-badges.tsx'

/**
 * The main picture and up to four views below it (specification 1, section 2). Arrow keys move between the views.
 * Give it the product's id as key: another product starts with its first picture.
 */
export function ProductGallery({ product }: { readonly product: Product }) {
  const [chosen, setChosen] = useState(0)
  const pictures = picturesOf(product)

  function onKeyDown(event: KeyboardEvent<HTMLButtonElement>): void {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = (chosen + step + pictures.length) % pictures.length
    setChosen(next)
    event.currentTarget.closest('ul')?.querySelectorAll('button')[next]?.focus()
  }

  return (
    <div className="grid gap-3">
      <div className="lit-sheet relative rounded border border-line p-4 pt-12 sm:px-10 sm:py-12">
        <ProductImage
          key={chosen}
          src={pictures[chosen] ?? ''}
          alt={pictures.length > 1 ? `${product.name}, view ${chosen + 1} of ${pictures.length}` : product.name}
          width={800}
          height={600}
          isPriority={chosen === 0}
          {...(chosen > 0 && { loading: 'eager' as const })}
        />
        <div className="absolute top-4 left-4 flex flex-wrap gap-1.5 sm:top-5 sm:left-5">
          {product.isFeatured && <Badge tone="act">Featured</Badge>}
          {!product.inStock && <Badge tone="speak">Out of Stock</Badge>}
          <TagBadges tags={product.tags} />
        </div>
      </div>
      {pictures.length > 1 && (
        <ul className="grid grid-cols-4 gap-3" aria-label="Views">
          {pictures.map((picture, index) => (
            <li key={picture}>
              <button
                type="button"
                aria-label={`View ${index + 1} of ${pictures.length}`}
                aria-pressed={index === chosen}
                onClick={() => setChosen(index)}
                onKeyDown={onKeyDown}
                className={classNames(
                  'lit-sheet block w-full rounded border-2 p-1.5 transition-colors sm:p-2.5',
                  index === chosen ? 'border-cyan' : 'border-line hover:border-edge',
                )}
              >
                <ProductImage src={picture} alt="" width={160} height={120} loading="eager" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
