import { startTransition, useOptimistic } from 'react'
import type { ProductFacets } from '#contracts/catalog'
import type { ListingQuery } from '#contracts/listing'
import { priceLimitsOf, readPrice } from '#contracts/listing-price'
import { groupDigits } from '#platform/shared-kernel/money'
import { Button } from '../../ui/button.tsx'
import { Field, Select, TextInput } from '../../ui/field.tsx'
import { PRICE_CHOICES, priceLabel } from './listing-query.ts'

/** The specified ranges in a dropdown (specification 1, section 2), and two fields for limits of one's own. */
export function PriceChoices({
  price,
  facets,
  isCounted,
  onChange,
}: {
  readonly price: ListingQuery['price']
  readonly facets: ProductFacets | undefined
  /** Whether the counts are those of this list. */
  readonly isCounted: boolean
  readonly onChange: (price: ListingQuery['price']) => void
}) {
  const [chosen, choose] = useOptimistic(price)
  const counts = new Map(isCounted ? facets?.priceRanges.map(({ range, count }) => [range, count]) : [])
  const isSpecified = PRICE_CHOICES.some(({ value }) => value === price)
  const limits = isSpecified ? null : priceLimitsOf(price)
  return (
    <div className="grid gap-2.5">
      <Field label="Price">
        <Select
          name="price"
          value={chosen}
          onChange={({ target }) =>
            startTransition(() => {
              const next = readPrice(target.value) ?? 'all'
              choose(next)
              onChange(next)
            })
          }
        >
          {!isSpecified && <option value={price}>{priceLabel(price)}</option>}
          {PRICE_CHOICES.map(({ value, label }) => {
            const count = counts.get(value)
            return (
              <option key={value} value={value} disabled={count === 0 && value !== 'all' && value !== price}>
                {count === undefined || value === 'all' ? label : `${label} (${groupDigits(count)})`}
              </option>
            )
          })}
        </Select>
      </Field>
      {/* New limits from elsewhere, such as a chip that is removed, are shown by new fields. */}
      <div key={price} className="flex flex-wrap items-center gap-1.5 noscript:hidden">
        <Amount name="least" label="Lowest price in dollars" placeholder="Min $" value={limits?.least} />
        <span aria-hidden="true">–</span>
        <Amount name="most" label="Highest price in dollars" placeholder="Max $" value={limits?.most} />
        <Button type="submit" variant="quiet" size="small" className="min-h-11 grow">
          Apply
          <span className="sr-only">this price</span>
        </Button>
      </div>
    </div>
  )
}

function Amount({
  name,
  label,
  placeholder,
  value,
}: {
  readonly name: string
  readonly label: string
  readonly placeholder: string
  readonly value: string | null | undefined
}) {
  return (
    <TextInput
      name={name}
      aria-label={label}
      placeholder={placeholder}
      title="Dollars, such as 250 or 249.99"
      inputMode="decimal"
      autoComplete="off"
      pattern="\s*\$?\s*0*\d(,?\d){0,6}(\.\d{1,2})?\s*"
      maxLength={14}
      defaultValue={value ?? ''}
      className="w-auto min-w-16 flex-1 px-2"
    />
  )
}
