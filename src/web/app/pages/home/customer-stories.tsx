import { HomeSection } from './home-section.tsx'

const STORIES = [
  {
    figure: '1,140',
    unit: 'pages in one semester',
    quote:
      'Case notes, slides, three drafts of everything. I changed the toner once, the week before finals, in under a minute.',
    name: 'Maya R.',
    role: 'nursing student, Tulsa',
  },
  {
    figure: '4',
    unit: 'phones, one printer',
    quote:
      'The kids send their homework from the sofa and I scan permission slips at seven in the morning. Nobody has called me for help since March.',
    name: 'Daniel Okafor',
    role: 'father of three, Houston',
  },
  {
    figure: '210',
    unit: 'receipts on a Saturday',
    quote:
      'Register, scanner and receipt printer came in one delivery. We opened the till on Friday and the line moved on Saturday.',
    name: 'Lena Fischer',
    role: 'Corner Bakery, Stafford',
  },
] as const

/** Three customers and what their printer did for them. */
export function CustomerStories() {
  return (
    <HomeSection title="Customer success stories" className="border-t border-line">
      <ul className="grid gap-4 md:grid-cols-3">
        {STORIES.map(({ figure, unit, quote, name, role }) => (
          <li key={name} className="sheet">
            <figure className="flex h-full flex-col p-6">
              <p className="flex items-baseline gap-x-2.5 large-letters:flex-wrap">
                <b className="figures text-5xl font-bold">{figure}</b> <span className="text-sm text-soft">{unit}</span>
              </p>
              <blockquote className="mt-5 text-lg leading-relaxed">“{quote}”</blockquote>
              <figcaption className="mt-auto pt-6 text-sm text-soft">
                <span className="font-semibold text-ink">{name}</span>, {role}
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </HomeSection>
  )
}
