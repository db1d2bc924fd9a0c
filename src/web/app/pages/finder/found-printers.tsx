import { Link } from 'react-router-dom'
import { finderPath } from '#contracts/api-paths'
import type { FinderAnswer, FoundPrinter } from '#contracts/finder'
import type { FinderQuery } from '#contracts/finder-choices'
import { cardFacts } from '#contracts/specifications'
import { formatMoney } from '#platform/shared-kernel/money'
import { AddToCartButton } from '../../../features/cart/add-to-cart-button.tsx'
import { askedFor, centsOfPart, insteadOf, inTheWay, partOf, reasonOf } from '../../../features/finder/finder-words.ts'
import { formatCount, formatPrice } from '../../../lib/format.ts'
import { categoryPicturePath } from '../../../lib/image-path.ts'
import { paths } from '../../../lib/paths.ts'
import { useRead } from '../../../lib/use-read.ts'
import { Async } from '../../../ui/async.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Note } from '../../../ui/note.tsx'
import { Price } from '../../../ui/price.tsx'
import { ProductImage } from '../../../ui/product-image.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { illustration } from '../../illustrations.ts'

/** The printers for the answers in the address, each with why, and with what it costs over three years. */
export function FoundPrinters({ query }: { readonly query: FinderQuery }) {
  const { data, error, retry } = useRead(finderPath(query))
  return (
    <section aria-labelledby="found" className="grid gap-6">
      <div>
        <h2 id="found" className="text-part">
          {data?.fitting === 0 ? 'The nearest printers' : 'Your printers'}
        </h2>
        <p className="mt-2 text-soft">For {askedFor(query)}.</p>
      </div>
      <Async
        data={data}
        error={error}
        onRetry={retry}
        errorMessage="The printers could not be looked up. Please try again."
        loading={<Skeleton className="h-96" />}
        isEmpty={({ printers }) => printers.length === 0}
        empty={<NothingFound />}
      >
        {(answer) => <Proposals answer={answer} query={query} />}
      </Async>
    </section>
  )
}

function Proposals({ answer, query }: { readonly answer: FinderAnswer; readonly query: FinderQuery }) {
  const { printers, fitting, waysOut } = answer
  const [best] = printers
  if (best === undefined) return null
  return (
    <>
      {fitting === 0 && (
        <Note role="status" className="grid gap-2">
          <p>
            <strong>Nothing in stock fits all of your answers.</strong> {`In the way: ${inTheWay(waysOut, query)}.`}
          </p>
          {waysOut.length > 0 && (
            <ul className="flex flex-wrap gap-x-6">
              {waysOut.map((way) => (
                <li key={JSON.stringify(way.changes)}>
                  <Link
                    to={paths.finder({ ...query, ...way.changes })}
                    className="text-link tap-room inline-block py-1.5 first-letter:uppercase"
                  >
                    {`${insteadOf(way, query)} instead: ${formatCount(way.fitting, 'printer')}`}
                  </Link>
                </li>
              ))}
            </ul>
          )}
          <p>These come nearest, each with what it does not do.</p>
        </Note>
      )}
      <ol className="grid gap-5 lg:grid-cols-3">
        {printers.map((printer, index) => (
          <li key={printer.product.id} className="grid">
            <Proposal printer={printer} best={best} query={query} isFirst={index === 0} />
          </li>
        ))}
      </ol>
      {printers.length > 1 && (
        <ButtonLink
          to={paths.compare(printers.map(({ product }) => product.id))}
          variant="quiet"
          className="justify-self-start"
        >
          Compare these side by side
        </ButtonLink>
      )}
    </>
  )
}

interface ProposalProps {
  readonly printer: FoundPrinter
  readonly best: FoundPrinter
  readonly query: FinderQuery
  readonly isFirst: boolean
}

function Proposal({ printer, best, query, isFirst }: ProposalProps) {
  const { product, threeYears } = printer
  return (
    <article className="flex flex-col sheet">
      <div className="lit-sheet border-b border-line p-4">
        <ProductImage
          src={product.image}
          alt=""
          standIn={categoryPicturePath(product.category)}
          isPriority={isFirst}
          className="mx-auto max-w-64"
        />
      </div>
      <div className="flex flex-1 flex-col gap-3 p-4 sm:p-5">
        <div>
          <p className="text-xs tracking-[0.07em] text-soft uppercase">{product.brand}</p>
          <h3 className="mt-1 text-xl [overflow-wrap:anywhere]">
            <Link to={paths.product(product)} className="underline-offset-4 hover:underline">
              {product.name}
            </Link>
          </h3>
          <p className="text-sm text-soft not-empty:mt-1">{cardFacts(product)}</p>
        </div>
        {printer.misses.length > 0 ? (
          <Note size="small">{reasonOf(printer, best, query)}</Note>
        ) : (
          <p>{reasonOf(printer, best, query)}</p>
        )}
        <Price amount={product.price} originalAmount={product.originalPrice} />
        <div className="mt-auto grid gap-4 border-t border-line pt-3">
          {threeYears === null ? (
            <p className="text-sm text-soft">
              What a page costs is not known, so there is no sum over three years: the price is for the printer alone.
            </p>
          ) : (
            <dl className="grid gap-1.5 text-sm">
              <Row name="Printer" value={formatPrice(product.price)} />
              {threeYears.parts.map((part) => (
                <Row key={String(part.isColor)} name={partOf(part, query)} value={formatMoney(centsOfPart(part))} />
              ))}
              <div className="flex items-baseline justify-between gap-4 border-t border-line pt-1.5 text-base font-semibold">
                <dt>Over three years</dt>
                <dd className="figures">{formatPrice(threeYears.total)}</dd>
              </div>
            </dl>
          )}
          <AddToCartButton product={product} variant={isFirst ? 'solid' : 'quiet'} wide />
        </div>
      </div>
    </article>
  )
}

function Row({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-soft">{name}</dt>
      <dd className="figures">{value}</dd>
    </div>
  )
}

function NothingFound() {
  return (
    <EmptyState
      heading="h3"
      title="Nothing in stock prints that"
      description="Tell us what you need: we answer within 24 hours with one or two models."
      drawing={illustration('no-results')}
    >
      <ButtonLink to={paths.contact()}>Ask us</ButtonLink>
      <ButtonLink to={paths.products()} variant="quiet">
        Browse All Products
      </ButtonLink>
    </EmptyState>
  )
}
