import { FileText, Leaf, Timer, Wifi } from 'lucide-react'
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

const BENEFITS = [
  { icon: Timer, title: '5 sec first page', description: 'The quickest print before you reach the tray.' },
  {
    icon: FileText,
    title: '30+ pages per minute',
    description: 'Most lasers do; up to 55 ppm on the workgroup models.',
  },
  {
    icon: Wifi,
    title: 'Prints from any phone',
    description: 'Most models join the Wi-Fi and take AirPrint or Mopria.',
  },
  { icon: Leaf, title: 'Two sides by itself', description: 'Duplex printing halves the paper on most laser models.' },
] as const

/** The printers' page (specification 1, section 2). */
export default function PrintersPage() {
  const query = parseListingQuery(useLocation().search, 'printers')
  const { data: products } = useRead(productsPath(query))
  const compared = paths.compare(worthComparing(products ?? []))
  const consultation = paths.contact({ inquiryType: 'sales', subject: 'Help choosing a printer' })
  return (
    <>
      <Head
        title={SCREENS.printers.title}
        description="Laser and inkjet printers for desk and office, starting at $199: most lasers print 30+ pages per minute, first page in as little as 5 seconds, 2-year warranty, 30-day returns."
        canonical={paths.listing({ ...query, ...NO_FILTERS, sort: null })}
        noindex={products?.length === 0}
        jsonLd={breadcrumbData(
          [{ label: 'Home', to: paths.home() }, { label: 'Printers' }],
          paths.category('printers'),
        )}
      />
      <CategoryHero
        title={
          <>
            Printers that keep up with <em className="marked not-italic">you.</em>
          </>
        }
        description="Laser for text, inkjet for color, all-in-one for everything else. Starting at $199, ready to ship."
        drawing={illustration('printers-hero')}
      >
        <ButtonLink to={consultation} variant="quiet" size="small">
          Get a Consultation
        </ButtonLink>
        <ButtonLink to={compared} variant="quiet" size="small">
          Compare Printers
        </ButtonLink>
      </CategoryHero>
      <CategoryListing
        query={query}
        title="All printers"
        counted="Products Available"
        skeletons={8}
        errorMessage="Failed to fetch printers"
        empty={
          <EmptyState
            title="No Printers Found"
            description="There is no printer in the shop right now. Everything else is."
            drawing={illustration('no-results')}
          >
            <ButtonLink to={paths.products()}>View All Products</ButtonLink>
          </EmptyState>
        }
      />
      <Benefits title="Why these printers" benefits={BENEFITS} />
      <HelpChoosing
        title="Not sure which one?"
        description="Say how many pages you print, and whether they are text or pictures. We answer within 24 hours with one or two models, not twenty."
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
