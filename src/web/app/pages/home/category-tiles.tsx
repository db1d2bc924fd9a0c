import { Link } from 'react-router-dom'
import { productImagePath } from '../../../lib/image-path.ts'
import { paths } from '../../../lib/paths.ts'
import { HomeSection } from './home-section.tsx'

const TILES = [
  {
    name: 'Printers',
    description: 'Laser and inkjet for desk and office',
    to: paths.category('printers'),
    drawing: 'hp-color-laserjet-pro-4301fdw-open',
    edge: 'border-b-process-cyan',
  },
  {
    name: 'Photo Printers',
    description: 'Borderless prints up to 13 inches',
    to: paths.category('photo-printers'),
    drawing: 'canon-imageprograf-pro-310-front',
    edge: 'border-b-process-magenta',
  },
  {
    name: 'Scanners',
    description: 'Paper in, searchable files out',
    to: paths.scanners(),
    drawing: 'ricoh-scansnap-ix1600-open',
    edge: 'border-b-process-yellow',
  },
  {
    name: 'All Products',
    description: 'Point of sale, barcode readers and more',
    to: paths.products(),
    drawing: 'superprinter-counter-starter-set-front',
    edge: 'border-b-ink',
  },
] as const

/** Four ways into the catalog, one in each process color. */
export function CategoryTiles() {
  return (
    <HomeSection title="Shop by category" className="pt-0 sm:pt-0">
      <ul className="grid grid-cols-2 gap-2.5 large-letters:grid-cols-1 sm:gap-4 lg:grid-cols-4">
        {TILES.map(({ name, description, to, drawing, edge }) => (
          <li key={name}>
            <Link
              to={to}
              className={`group flex h-full flex-col rounded border border-b-[5px] border-line bg-sheet no-underline transition-colors hover:border-x-edge hover:border-t-edge ${edge}`}
            >
              <span className="lit-sheet block border-b border-line p-4 sm:p-6">
                <img
                  src={productImagePath(`${drawing}.svg`)}
                  alt=""
                  width={320}
                  height={240}
                  loading="lazy"
                  className="aspect-[4/3] h-auto w-full object-contain transition-transform duration-300 motion-safe:group-hover:-translate-y-1"
                />
              </span>
              <span className="grid gap-1 p-4 sm:p-5">
                <b className="font-display text-lg leading-tight font-bold tracking-tight sm:text-xl">{name}</b>
                <span className="text-sm text-balance text-soft">{description}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </HomeSection>
  )
}
