import { organizationData } from '../../features/company/organization.ts'
import { LEADERS, MILESTONES, STATS, VALUES } from '../../features/company/company-content.ts'
import { Head } from '../../lib/head.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { illustration } from '../illustrations.ts'
import { paths } from '../../lib/paths.ts'

/** Who the shop is: figures, story, values, milestones, leadership (specification 2, section 2). */
export default function AboutPage() {
  return (
    <>
      <Head
        title="About Us"
        description="Superprinter is an independent authorized dealer of printers, photo printers, scanners and point-of-sale hardware with headquarters in Stafford, Texas."
        canonical={paths.about()}
        jsonLd={organizationData()}
      />
      <PageTitle
        title={
          <>
            We like it when paper <em className="marked not-italic">moves.</em>
          </>
        }
        kicker="About Us"
        ground="halftone"
        lead="An independent authorized dealer: not affiliated with manufacturers, and free to say which printer not to buy."
        drawing={illustration('printers-hero')}
      />
      <section aria-labelledby="figures" className="border-b border-line bg-sheet">
        <h2 id="figures" className="sr-only">
          The shop in figures
        </h2>
        <dl className="wrap grid grid-cols-2 gap-x-8 gap-y-8 py-10 large-letters:grid-cols-1 lg:grid-cols-4">
          {STATS.map(({ figure, description }) => (
            <div key={description} className="flex flex-col-reverse justify-end border-l border-line pl-5">
              <dt className="mt-2 text-soft">{description}</dt>
              <dd className="figures text-4xl font-extrabold whitespace-nowrap max-[23rem]:text-[1.625rem] sm:text-5xl">
                {figure}
              </dd>
            </div>
          ))}
        </dl>
      </section>

      <section aria-labelledby="story" className="wrap grid gap-x-16 gap-y-6 py-12 sm:py-18 lg:grid-cols-[20rem_1fr]">
        <h2 id="story" className="text-headline">
          Our story
        </h2>
        <div className="grid max-w-[64ch] gap-5 text-[1.125rem] leading-[1.65]">
          <p className="font-display text-2xl leading-snug font-semibold">
            It began with a repair bench and a shelf of fusers.
          </p>
          <p>
            People brought printers that had been sold to them on resolution, speed or discount, and that had never
            fitted what they printed. Most of them did not need a repair. They needed somebody to ask, before the
            purchase, what the printer was for.
          </p>
          <p>
            So the bench became a shop. We sell to students, families and businesses, we write down what a product does
            instead of how exciting it is, and when a smaller model will do, we say so. Warranties are honoured by the
            original manufacturers; the first person you talk to is one of ours.
          </p>
        </div>
      </section>

      <section aria-labelledby="values" className="border-y border-line bg-sheet">
        <div className="wrap py-12 sm:py-16">
          <h2 id="values" className="mb-7 text-section">
            What we hold to
          </h2>
          <ul className="grid gap-x-10 gap-y-8 sm:grid-cols-2">
            {VALUES.map(({ title, description }, index) => (
              <li key={title} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 border-t border-line pt-5">
                <span aria-hidden="true" className="figures text-3xl font-bold text-soft">
                  {index + 1}
                </span>
                <div>
                  <h3 className="text-xl">{title}</h3>
                  <p className="mt-1.5 text-soft">{description}</p>
                </div>
              </li>
            ))}
          </ul>
        </div>
      </section>

      <section aria-labelledby="milestones" className="wrap py-12 sm:py-16">
        <h2 id="milestones" className="mb-8 text-section">
          Milestones
        </h2>
        <ol className="ml-2 border-l-2 border-ink">
          {MILESTONES.map(({ year, title, description }) => (
            <li key={year} className="relative grid gap-x-8 gap-y-1 pb-9 pl-8 last:pb-0 sm:grid-cols-[6rem_1fr]">
              <span
                aria-hidden="true"
                className="absolute top-1.5 -left-[9px] size-4 rounded-full border-2 border-ink bg-paper"
              />
              <p className="figures text-2xl font-bold">{year}</p>
              <div>
                <h3 className="text-xl">{title}</h3>
                <p className="mt-1 max-w-[60ch] text-soft">{description}</p>
              </div>
            </li>
          ))}
        </ol>
      </section>

      <section aria-labelledby="leadership" className="wrap">
        <h2 id="leadership" className="mb-7 text-section">
          Leadership
        </h2>
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          {LEADERS.map(({ name, role, description, initials }) => (
            <li key={name} className="sheet p-5">
              <span
                aria-hidden="true"
                className="lit-sheet relative grid h-28 place-items-center overflow-hidden rounded-[2px] border border-line"
              >
                <span className="font-display text-5xl font-extrabold">{initials}</span>
              </span>
              <h3 className="mt-4 text-xl">{name}</h3>
              <p className="text-sm font-semibold">{role}</p>
              <p className="mt-2 text-soft">{description}</p>
            </li>
          ))}
        </ul>
        <div className="mt-12 flex flex-wrap gap-3">
          <ButtonLink to={paths.contact()}>Contact Us</ButtonLink>
          <ButtonLink to={paths.careers()} variant="quiet">
            Work with us
          </ButtonLink>
        </div>
      </section>
    </>
  )
}
