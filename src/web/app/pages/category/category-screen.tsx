import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { parseListingQuery, productsPath } from '#contracts/listing'
import { SCREENS } from '#contracts/screens'
import { NO_FILTERS } from '../../../features/catalog/listing-query.ts'
import { breadcrumbData } from '../../../features/catalog/structured-data.ts'
import { CompareBar } from '../../../features/compare/compare-bar.tsx'
import { worthComparing } from '../../../features/compare/comparison.ts'
import { Head } from '../../../lib/head.tsx'
import { paths } from '../../../lib/paths.ts'
import { useRead } from '../../../lib/use-read.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { illustration } from '../../illustrations.ts'
import { Benefits, type Benefit } from './benefits.tsx'
import { CategoryHero } from './category-hero.tsx'
import { CategoryListing } from './category-listing.tsx'
import { HelpChoosing } from './help-choosing.tsx'

interface CategoryScreenProps {
  readonly category: 'printers' | 'photo-printers'
  /** One of its products, in the middle of a sentence: "photo printer". */
  readonly noun: string
  /** Several of them, in a heading: "Photo Printers". */
  readonly name: string
  /** What search engines show. */
  readonly description: string
  readonly hero: { readonly title: ReactNode; readonly description: string }
  readonly listing: {
    readonly title: string
    /** What the badge counts, as one of it: "Product" for "12 Products Available". */
    readonly counted: string
    readonly skeletons: number
    readonly errorMessage: string
  }
  readonly benefits: { readonly title: string; readonly benefits: readonly Benefit[] }
  readonly help: { readonly title: string; readonly description: string }
  /** Between the benefits and the help. */
  readonly children?: ReactNode
}

/** The page of a category that has a screen of its own (specification 1, section 2). */
export function CategoryScreen(props: CategoryScreenProps) {
  const { category, noun, name, description, hero, listing, benefits, help, children } = props
  const query = parseListingQuery(useLocation().search, category)
  const { data: products } = useRead(productsPath(query))
  const compared = paths.compare(worthComparing(products ?? []))
  const consultation = paths.contact({ inquiryType: 'sales', subject: `Help choosing a ${noun}` })
  return (
    <>
      <Head
        title={SCREENS[category].title}
        description={description}
        canonical={paths.listing({ ...query, ...NO_FILTERS, sort: null })}
        noindex={products?.length === 0}
        jsonLd={breadcrumbData([{ label: 'Home', to: paths.home() }, { label: name }], paths.category(category))}
      />
      <CategoryHero {...hero} drawing={illustration(`${category}-hero`)}>
        <ButtonLink to={consultation} variant="quiet" size="small">
          Get a Consultation
        </ButtonLink>
        <ButtonLink to={compared} variant="quiet" size="small">
          {`Compare ${name}`}
        </ButtonLink>
      </CategoryHero>
      <CategoryListing
        {...listing}
        query={query}
        empty={
          <EmptyState
            title={`No ${name} Found`}
            description={`There is no ${noun} in the shop right now. Everything else is.`}
            drawing={illustration('no-results')}
          >
            <ButtonLink to={paths.products()}>View All Products</ButtonLink>
          </EmptyState>
        }
      />
      <Benefits {...benefits} />
      {children}
      <HelpChoosing {...help}>
        <ButtonLink to={consultation}>Schedule Consultation</ButtonLink>
        <ButtonLink to={paths.finder()} variant="quiet">
          Find My Printer
        </ButtonLink>
        <ButtonLink to={compared} variant="quiet">
          Compare Models
        </ButtonLink>
      </HelpChoosing>
      <CompareBar />
    </>
  )
}
