import { Link } from 'react-router-dom'
import { illustration } from '../../illustrations.ts'
import { paths } from '../../../lib/paths.ts'
import { WordsWithArrow } from '../../../ui/words-with-arrow.tsx'
import { HomeSection } from './home-section.tsx'

const USE_CASES = [
  {
    who: 'Students',
    title: 'The paper is due at nine.',
    description:
      'Most laser printers wake up in seconds and print 30+ pages per minute. Toner does not dry out over the summer.',
    link: 'Printers by price',
    to: paths.products({ category: 'printers', sort: 'price-low' }),
    drawing: 'student',
  },
  {
    who: 'Families',
    title: 'One printer, five people.',
    description:
      'Homework, tickets, a scanned letter for school: everybody prints from their own phone, nobody looks for a cable.',
    link: 'Printers for the home',
    to: paths.category('printers'),
    drawing: 'family',
  },
  {
    who: 'Photographers',
    title: 'Off the phone, onto the wall.',
    description: 'Photo printers with six inks or more keep a gray sky gray, borderless, up to 13 inches wide.',
    link: 'Photo printers',
    to: paths.category('photo-printers'),
    drawing: 'photo',
  },
] as const

/** Who prints what: student, family, photo (specification 1, section 2). */
export function UseCases() {
  return (
    <HomeSection
      title="What will you print?"
      links={
        <Link to={paths.finder()} className="text-link tap-room inline-block py-1.5 font-semibold">
          Find My Printer
        </Link>
      }
      className="border-y border-line bg-sheet"
    >
      <ul className="grid gap-9 md:grid-cols-3 md:gap-6 lg:gap-10">
        {USE_CASES.map(({ who, title, description, link, to, drawing }) => (
          <li
            key={who}
            className="grid grid-cols-[6.5rem_minmax(0,1fr)] large-letters:grid-cols-1 large-letters:gap-y-3 items-start gap-x-4 sm:grid-cols-[11rem_1fr] md:flex md:flex-col md:items-stretch"
          >
            <div className="lit-sheet rounded border border-line p-1.5 sm:p-4">
              <img
                src={illustration(drawing)}
                alt=""
                width={560}
                height={440}
                loading="lazy"
                className="aspect-[14/11] h-auto w-full object-contain"
              />
            </div>
            <div className="flex flex-1 flex-col md:pt-5">
              <p className="text-xs tracking-[0.07em] text-soft uppercase">{who}</p>
              <h3 className="mt-1.5 text-xl sm:text-2xl">{title}</h3>
              <p className="mt-2 text-soft">{description}</p>
              <Link to={to} className="text-link tap-room mt-auto self-start pt-3 pb-1.5 font-semibold">
                <WordsWithArrow>{link}</WordsWithArrow>
              </Link>
            </div>
          </li>
        ))}
      </ul>
    </HomeSection>
  )
}
