import { useEffect, useState } from 'react'
import type { Product } from '#contracts/catalog'
import { SCREENS } from '#contracts/screens'
import { MAX_COMPARED, comparedIds } from '#contracts/comparison'
import { AddToCartButton } from '../../features/cart/add-to-cart-button.tsx'
import { useProduct } from '../../features/catalog/use-product.ts'
import { specificationsOf } from '#contracts/specifications'
import { choice, withdraw } from '../../features/compare/choice.ts'
import { AddProduct } from '../../features/compare/add-product.tsx'
import { ComparisonTable } from '../../features/compare/comparison-table.tsx'
import { comparisonRows } from '../../features/compare/comparison.ts'
import { Head } from '../../lib/head.tsx'
import { useLateSearchParams } from '../../lib/late-navigation.ts'
import { useStored } from '../../lib/storage.ts'
import { FailureNote } from '../../ui/async.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Note } from '../../ui/note.tsx'
import { illustration } from '../illustrations.ts'
import { paths } from '../../lib/paths.ts'

/** Up to four products side by side; the address says which, so it can be shared. */
export default function ComparePage() {
  const [query, changeQuery] = useLateSearchParams()
  const ids = comparedIds(query.get('ids'))
  const answers = [
    useProduct(ids[0] ?? null),
    useProduct(ids[1] ?? null),
    useProduct(ids[2] ?? null),
    useProduct(ids[3] ?? null),
  ]
  const asked = answers.slice(0, ids.length)
  const products = asked.flatMap(({ product }) => (product === undefined ? [] : [product]))
  const isWaiting = asked.some(
    ({ product, isMissing, error }) => product === undefined && !isMissing && error === undefined,
  )
  const missing = asked.filter(({ isMissing }) => isMissing).length
  const unread = asked.filter(({ product, isMissing }) => product === undefined && !isMissing)
  // What could not be read just now stays: only what is gone from the shop goes.
  const isThere = (id: number) => asked[ids.indexOf(id)]?.isMissing !== true
  const gone = ids.filter((id) => !isThere(id)).join(',')
  const [chosen, setChosen] = useStored(choice)
  // What is gone from the shop goes from the visitor's own choice as well.
  useEffect(() => {
    if (gone !== '') setChosen((before) => withdraw(before, gone.split(',').map(Number)))
  }, [gone, setChosen])

  /** @param change of what is compared by now: the press before may not be rendered yet */
  const show = (change: ChangeIds) =>
    changeQuery(
      (now) => {
        const before = comparedIds(now.get('ids'))
        const next = change(before.filter(isThere))
        const left = before.filter((id) => !next.includes(id))
        setChosen((choices) => withdraw(choices, left))
        if (next.length === 0) now.delete('ids')
        else now.set('ids', next.join(','))
      },
      { preventScrollReset: true },
    )
  return (
    <>
      <Head
        title={SCREENS.compare.title}
        description="Printers side by side: prices, cost per page and figures of up to four products, the better value marked."
        noindex
      />
      <div className="wrap pt-8 sm:pt-12">
        <h1 tabIndex={-1} className="text-listing">
          Compare Products
        </h1>
        <p className="mt-3 max-w-[58ch] text-balance text-soft">
          Up to {MAX_COMPARED} side by side. Share this page’s link to share your comparison.
        </p>
        {isWaiting && (
          <div aria-busy="true" className="mt-8">
            <Skeleton className="h-96" />
          </div>
        )}
        {!isWaiting && missing > 0 && (
          <Note role="status" className="mt-6">
            {missing === 1 ? 'One of these products is' : `${missing} of these products are`} not in the shop any more.
          </Note>
        )}
        {!isWaiting && unread.length > 0 && (
          <div className="mt-6">
            <FailureNote
              message={
                unread.length === 1
                  ? 'One of these products could not be loaded just now.'
                  : `${unread.length} of these products could not be loaded just now.`
              }
              onRetry={async () => {
                await Promise.all(unread.map(({ retry }) => retry()))
              }}
            />
          </div>
        )}
        {!isWaiting && products.length + unread.length === 0 && (
          <EmptyState
            title="Nothing to compare yet"
            description="Tick Compare below up to four products of a list, and they stand side by side here."
            drawing={illustration('no-results')}
          >
            {chosen.length > 0 ? (
              <ButtonLink to={paths.compare(chosen.map(({ id }) => id))}>Show my choice ({chosen.length})</ButtonLink>
            ) : (
              <ButtonLink to={paths.products({ category: 'printers' })}>Browse printers</ButtonLink>
            )}
            <ButtonLink to={paths.products()} variant="quiet">
              All Products
            </ButtonLink>
          </EmptyState>
        )}
        {!isWaiting && products.length > 0 && (
          <Comparison products={products} ids={ids.filter(isThere)} onShow={show} />
        )}
      </div>
    </>
  )
}

type ChangeIds = (ids: readonly number[]) => readonly number[]

interface ComparisonProps {
  readonly products: readonly Product[]
  /** What is compared, also what could not be read. */
  readonly ids: readonly number[]
  readonly onShow: (change: ChangeIds) => void
}

function Comparison({ products, ids, onShow }: ComparisonProps) {
  const [isDifferencesOnly, setDifferencesOnly] = useState(false)
  const rows = comparisonRows(products.map((product) => ({ product, specifications: specificationsOf(product).rows })))
  const shown = isDifferencesOnly ? rows.filter(({ isDifferent }) => isDifferent) : rows
  return (
    <>
      <div data-print="hide" className="mt-7 mb-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        {ids.length < MAX_COMPARED ? (
          <AddProduct
            category={products[0]?.category ?? 'printers'}
            taken={ids}
            onAdd={(id) => onShow((now) => [...now, id])}
          />
        ) : (
          <p className="text-soft">Four is the most. Remove one to add another.</p>
        )}
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          {products.length > 1 && (
            <Checkbox
              label="Only differences"
              checked={isDifferencesOnly}
              onChange={(event) => setDifferencesOnly(event.target.checked)}
            />
          )}
          <Button variant="ghost" size="small" onClick={() => onShow(() => [])}>
            Clear All
          </Button>
        </div>
      </div>
      <ComparisonTable
        products={products}
        rows={shown}
        onRemove={(id) => onShow((now) => now.filter((other) => other !== id))}
      >
        {(product) => <AddToCartButton product={product} variant="quiet" size="small" />}
      </ComparisonTable>
      {shown.length === 0 && <p className="mt-4 text-soft">These products do not differ in anything we know.</p>}
      {shown.some(({ isBest }) => isBest.includes(true)) && (
        <p className="mt-4 flex items-center gap-2.5 text-sm text-soft print:font-bold">
          <span aria-hidden="true" className="size-4 border print:hidden border-line bg-yellow-wash" />
          The better value of a row: a lower price or cost, more speed, more paper
        </p>
      )}
    </>
  )
}
