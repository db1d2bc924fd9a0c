import { ZoomIn } from 'lucide-react'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import type { Product } from '#contracts/catalog'
import { classNames } from '../../lib/class-names.ts'
import { categoryPicturePath } from '../../lib/image-path.ts'
import { FilledIn } from '../../lib/server-markup.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { ProductImage } from '../../ui/product-image.tsx'
import { picturesOf } from './product-details.ts'
import { PictureBadge, TagBadges } from './tag-badges.tsx'

const PictureViewer = lazyDialog(() => import('./picture-viewer.tsx').then((module) => module.PictureViewer))

/**
 * The main picture and up to four views below it, on a phone beside it (specification 1, section 2). Arrow keys move
 * between the views. A press on the main picture shows it over the whole window. The wishlist's heart lies on the
 * picture, as on a card. Give it the product's id as key: another product starts with its first picture.
 */
export function ProductGallery({ product, heart }: { readonly product: Product; readonly heart: ReactNode }) {
  const [chosen, setChosen] = useState(0)
  const [isEnlarged, setEnlarged] = useState(false)
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
    <div
      className={classNames(
        'grid gap-2 sm:gap-3',
        pictures.length > 1 && 'not-large-letters:max-sm:grid-cols-[minmax(0,1fr)_3.25rem]',
      )}
    >
      <div className="lit-sheet relative rounded border border-line px-4 pt-8 pb-1 sm:px-10 sm:py-10">
        <ProductImage
          key={chosen}
          src={pictures[chosen] ?? ''}
          alt={pictures.length > 1 ? `${product.name}, view ${chosen + 1} of ${pictures.length}` : product.name}
          width={800}
          height={600}
          standIn={categoryPicturePath(product.category)}
          isPriority={chosen === 0}
          {...(chosen > 0 && { loading: 'eager' as const })}
        />
        {pictures.length > 0 && (
          <FilledIn name="enlarge the picture" texts={[]}>
            {() => (
              <button
                type="button"
                aria-label="Enlarge the picture"
                aria-haspopup="dialog"
                onPointerEnter={PictureViewer.preload}
                onClick={() => setEnlarged(true)}
                className="group absolute inset-0 cursor-zoom-in rounded"
              >
                <ZoomIn
                  aria-hidden="true"
                  className="absolute right-3 bottom-3 size-5 text-soft-on-lit transition-colors group-hover:text-on-lit max-sm:right-2 max-sm:bottom-2"
                  strokeWidth={1.75}
                />
              </button>
            )}
          </FilledIn>
        )}
        <div className="pointer-events-none absolute top-2 left-2 flex flex-wrap pr-14 gap-1 sm:gap-1.5 sm:top-5 sm:left-5">
          {product.isFeatured && <PictureBadge tone="act">Featured</PictureBadge>}
          {!product.inStock && <PictureBadge tone="speak">Out of Stock</PictureBadge>}
          <TagBadges tags={product.tags} />
        </div>
        <div className="absolute top-1 right-1 sm:top-3 sm:right-3">{heart}</div>
      </div>
      {pictures.length > 1 && (
        <ul
          className="grid gap-2 large-letters:grid-cols-4 max-sm:content-between sm:grid-cols-4 sm:gap-3"
          aria-label="Views"
        >
          {pictures.map((picture, index) => (
            <li key={picture}>
              <button
                type="button"
                aria-label={`View ${index + 1} of ${pictures.length}`}
                aria-pressed={index === chosen}
                onClick={() => setChosen(index)}
                onKeyDown={onKeyDown}
                className={classNames(
                  'lit-sheet block w-full rounded border-2 p-0.5 transition-colors sm:p-2.5 max-sm:py-2',
                  index === chosen ? 'border-cyan' : 'border-line hover:border-edge',
                )}
              >
                <ProductImage src={picture} alt="" width={160} height={120} loading="eager" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {isEnlarged && (
        <PictureViewer
          name={product.name}
          pictures={pictures}
          chosen={chosen}
          onChoose={setChosen}
          onClose={() => setEnlarged(false)}
        />
      )}
    </div>
  )
}
