import { classNames } from '../../lib/class-names.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { tagsOf, type Tag } from './product-details.ts'

const LOOKS: Readonly<Record<Tag, { readonly label: string; readonly tone: BadgeTone }>> = {
  sale: { label: 'Sale', tone: 'sell' },
  bestseller: { label: 'Bestseller', tone: 'mark' },
  new: { label: 'New', tone: 'act' },
}

/** A badge on the picture of a product, smaller on a phone. */
export function PictureBadge({ tone, children }: { readonly tone: BadgeTone; readonly children: string }) {
  return (
    <Badge tone={tone} className="max-sm:px-1.5 max-sm:py-1 max-sm:text-[0.6875rem]">
      {children}
    </Badge>
  )
}

/** What makes a product stand out: Sale in magenta, Bestseller in yellow, New in cyan. */
export function TagBadges({ tags, className }: { readonly tags: readonly string[]; readonly className?: string }) {
  const shown = tagsOf({ tags: [...tags] })
  if (shown.length === 0) return null
  return (
    <p className={classNames('flex flex-wrap gap-1 sm:gap-1.5', className)}>
      {shown.map((tag) => (
        <PictureBadge key={tag} tone={LOOKS[tag].tone}>
          {LOOKS[tag].label}
        </PictureBadge>
      ))}
    </p>
  )
}
