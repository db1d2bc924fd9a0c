import { SITE_NAME } from '#contracts/screens'
import { Head } from '../../lib/head.tsx'
import { paths } from '../../lib/paths.ts'
import { CategoryTiles } from './home/category-tiles.tsx'
import { CustomerStories } from './home/customer-stories.tsx'
import { FeatureHighlights } from './home/feature-highlights.tsx'
import { HomeHero } from './home/home-hero.tsx'
import { MostSellingPrinters } from './home/most-selling-printers.tsx'
import { RequestQuote } from './home/request-quote.tsx'
import { UseCases } from './home/use-cases.tsx'

const SHOP = {
  '@context': 'https://schema.org',
  '@type': 'Organization',
  name: SITE_NAME,
  url: paths.home(),
  logo: '/favicon.svg',
  description: 'Independent authorized dealer of printers, photo printers, scanners and point-of-sale hardware.',
}

/** The home page (specification 1, section 2). */
export default function HomePage() {
  return (
    <>
      <Head
        title="Printers for home, school and small business"
        description="Printers starting at $199, most lasers with 30+ pages per minute, first page in as little as 5 seconds. Photo printers, scanners and point-of-sale hardware, too."
        canonical={paths.home()}
        jsonLd={SHOP}
      />
      <HomeHero />
      <MostSellingPrinters />
      <CategoryTiles />
      <UseCases />
      <FeatureHighlights />
      <CustomerStories />
      <RequestQuote />
    </>
  )
}
