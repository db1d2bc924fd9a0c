import { Droplets, Frame, Palette, Smartphone } from 'lucide-react'
import { useLocation } from 'react-router-dom'
import { parseListingQuery, productsPath } from '#contracts/listing'
import { SCREENS } from '#contracts/screens'
import { NO_FILTERS } from '../../features/catalog/listing-query.ts'
import { breadcrumbData } from '../../features/catalog/structured-data.ts'
import { CompareBar } from '../../features/compare/compare-bar.tsx'
import { worthComparing } from '../../features/compare/comparison.ts'
import { Head } from '../../lib/head.tsx'
import { useRead } from '../../lib/use-read.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { illustration } from '../illustrations.ts'
import { paths } from '../../lib/paths.ts'
import { Benefits } from './category/benefits.tsx'
import { CategoryHero } from './category/category-hero.tsx'
import { CategoryListing } from './category/category-listing.tsx'
import { HelpChoosing } from './category/help-choosing.tsx'
import { PhotoUseCases } from './category/photo-use-cases.tsx'

const BENEFITS = [
  { icon: Palette, title: 'More inks', description: 'Light cyan, light magenta and grays keep skin and sky smooth.' },
  { icon: Frame, title: 'To the edge', description: 'Borderless from 4 x 6 cards to 13 inch sheets.' },
  { icon: Droplets, title: 'Made to last', description: 'Pigment prints behind glass keep their color for decades.' },
  { icon: Smartphone, title: 'From the phone', description: 'Pick a picture, press print, hold it in a minute.' },
] as const

/** The photo printers' page (specification 1, section 2). */
export default function PhotoPrintersPage() {
  const query = parseListingQuery(useLocation().search, 'photo-printers')
  const { data: products } = useRead(productsPath(query))
  const compared = paths.compare(worthComparing(products ?? []))
  const consultation = paths.contact({ inquiryType: 'sales', subject: 'Help choosing a photo printer' })
  return (
    <>
      <Head
        title={SCREENS['photo-printers'].title}
        description="Photo printers from pocket to 13 inch: borderless prints, extra inks for smooth skin and sky, 2-year warranty and 30-day returns."
        canonical={paths.listing({ ...query, ...NO_FILTERS, sort: null })}
        noindex={products?.length === 0}
        jsonLd={breadcrumbData(
          [{ label: 'Home', to: paths.home() }, { label: 'Photo Printers' }],
          paths.category('photo-printers'),
        )}
      />
      <CategoryHero
        title={
          <>
            Pictures you can <em className="marked not-italic">hold.</em>
          </>
        }
        description="Pocket printers for the party, large sheets for the wall. Colors that stay what they were when you pressed the shutter."
        drawing={illustration('photo-printers-hero')}
      >
        <ButtonLink to={consultation} variant="quiet" size="small">
          Get a Consultation
        </ButtonLink>
        <ButtonLink to={compared} variant="quiet" size="small">
          Compare Photo Printers
        </ButtonLink>
      </CategoryHero>
      <CategoryListing
        query={query}
        title="All photo printers"
        counted="Models Available"
        skeletons={4}
        errorMessage="Failed to fetch photo printers"
        empty={
          <EmptyState
            title="No Photo Printers Found"
            description="There is no photo printer in the shop right now. Everything else is."
            drawing={illustration('no-results')}
          >
            <ButtonLink to={paths.products()}>View All Products</ButtonLink>
          </EmptyState>
        }
      />
      <Benefits title="Why a photo printer" benefits={BENEFITS} />
      <PhotoUseCases />
      <HelpChoosing
        title="Which paper, which inks?"
        description="Tell us what you photograph and how large you print. We answer within 24 hours with a printer and the paper that suits it."
      >
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
