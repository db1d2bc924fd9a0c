import { Mail, MessageCircle, Phone } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { SupportForm } from '../../features/forms/support-form.tsx'
import { QuestionList } from '../../features/help/question-list.tsx'
import { QuestionSearch } from '../../features/help/question-search.tsx'
import { searchQuestions } from '../../features/help/question.ts'
import { RESOURCES } from '../../features/help/resource-links.ts'
import { StillNeedHelp } from '../../features/help/still-need-help.tsx'
import { supportQuestionsOf } from '../../features/help/support-questions.ts'
import { useExpressWords } from '../../lib/express-shipping.ts'
import { formatCount } from '../../lib/format.ts'
import { Head } from '../../lib/head.tsx'
import { SHOP_CONTACT } from '../../lib/shop-contact.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../ui/tabs.tsx'
import { WordsWithArrow } from '../../ui/words-with-arrow.tsx'
import { paths } from '../../lib/paths.ts'

const MORE = [
  { title: 'All questions', to: paths.faq() },
  { title: 'Track Your Order', to: paths.track() },
  { title: 'Returns', to: paths.returns() },
  { title: 'Installation Services', to: paths.installation() },
] as const

const { phone, phoneLink, email, emailLink, supportHours } = SHOP_CONTACT

/** The support center (specification 2, sections 2 and 9). */
export default function SupportPage() {
  return (
    <>
      <Head
        title="Support Center"
        description="Help with orders and printers: answers to common questions, support tickets with a reply within 4 hours, manuals, drivers and warranty."
        canonical={paths.support()}
      />
      <PageTitle
        title="Support Center"
        ground="halftone"
        lead="Find the answer, or hand the problem to a technician. Tickets are answered within 4 hours."
      />
      <section aria-labelledby="ways-to-us" className="border-b border-line bg-sheet">
        <h2 id="ways-to-us" className="sr-only">
          Ways to reach support
        </h2>
        <ul className="wrap grid divide-line max-lg:divide-y lg:grid-cols-3 lg:divide-x">
          <ContactCard icon={Phone} title="Phone" promise={supportHours}>
            <a href={phoneLink} className="text-link tap-room inline-block font-semibold">
              {phone}
            </a>
            <span className="block text-sm text-soft">Technicians answer. For orders and sales, see Contact.</span>
          </ContactCard>
          <ContactCard icon={MessageCircle} title="Live Chat" promise="Answered in under 2 minutes">
            <Link
              to={paths.contact({ inquiryType: 'support', subject: 'Live chat' })}
              className="text-link tap-room inline-block font-semibold"
            >
              Start a chat
            </Link>
            <span className="block text-sm text-soft">Start with your question and we reply by email.</span>
          </ContactCard>
          <ContactCard icon={Mail} title="Email" promise="Answered in under 4 hours">
            <a href={emailLink} className="text-link tap-room inline-block font-semibold [overflow-wrap:anywhere]">
              {email}
            </a>
          </ContactCard>
        </ul>
      </section>

      <div className="wrap pt-10 sm:pt-12">
        <Tabs defaultValue="faq">
          <TabList aria-label="Support">
            <Tab value="faq">Frequently Asked Questions</Tab>
            <Tab value="ticket">Submit Support Ticket</Tab>
            <Tab value="resources">Resources & Downloads</Tab>
          </TabList>
          <TabPanel value="faq">
            <Questions />
          </TabPanel>
          <TabPanel value="ticket">
            <div className="grid items-start gap-x-14 gap-y-6 pt-2 lg:grid-cols-[minmax(0,1fr)_18rem]">
              <div className="sheet p-5 sm:p-8">
                <h2 className="mb-6 text-2xl sm:text-3xl">Submit Support Ticket</h2>
                <SupportForm />
              </div>
              <aside className="border-t-2 border-ink pt-4 text-soft">
                <h3 className="mb-2 text-lg text-ink">What happens next</h3>
                <ol className="grid gap-3 [counter-reset:step]">
                  {[
                    'You get a reference number at once.',
                    'A technician replies within 4 hours.',
                    'We stay with it until the printer prints.',
                  ].map((step) => (
                    <li
                      key={step}
                      className="flex gap-3 [counter-increment:step] before:font-display before:font-bold before:text-cyan before:content-[counter(step)]"
                    >
                      {step}
                    </li>
                  ))}
                </ol>
              </aside>
            </div>
          </TabPanel>
          <TabPanel value="resources">
            <ul className="grid gap-4 pt-2 sm:grid-cols-2">
              {RESOURCES.map(({ title, description, action, to }) => (
                <li key={title} className="flex flex-col sheet p-6">
                  <h2 className="text-xl">{title}</h2>
                  <p className="mt-2 mb-4 text-soft">{description}</p>
                  <Link to={to} className="text-link tap-room mt-auto self-start py-1.5 font-semibold">
                    <WordsWithArrow>{action}</WordsWithArrow>
                  </Link>
                </li>
              ))}
            </ul>
          </TabPanel>
        </Tabs>
        <p className="mt-10 flex flex-wrap gap-x-6 gap-y-1 border-t border-line pt-4">
          <span className="py-1.5 text-soft">More help:</span>
          {MORE.map(({ title, to }) => (
            <Link key={to} to={to} className="text-link tap-room py-1.5">
              {title}
            </Link>
          ))}
        </p>
      </div>
      <StillNeedHelp
        description="Tell us the model and what the display says. Emails are answered in under 4 hours."
        hours={supportHours}
      />
    </>
  )
}

interface ContactCardProps {
  readonly icon: typeof Phone
  readonly title: string
  readonly promise: string
  readonly children: ReactNode
}

function ContactCard({ icon: Icon, title, promise, children }: ContactCardProps) {
  return (
    <li className="flex gap-4 py-5 lg:px-6 lg:py-6 lg:first:pl-0">
      <Icon aria-hidden="true" className="mt-1 size-6 shrink-0 text-cyan" strokeWidth={1.75} />
      <div className="min-w-0">
        <h3 className="text-lg">{title}</h3>
        <p className="text-sm text-soft">{promise}</p>
        <p className="mt-1.5">{children}</p>
      </div>
    </li>
  )
}

/** The questions of one category at a time; the search stays within it (specification 2, section 2). */
function Questions() {
  const categories = supportQuestionsOf(useExpressWords())
  const [chosen, setChosen] = useState(categories[0]?.id ?? '')
  const [search, setSearch] = useState('')
  const category = categories.find(({ id }) => id === chosen)
  const found = searchQuestions(category?.questions ?? [], search)
  return (
    <div className="grid items-start gap-x-14 gap-y-6 pt-2 lg:grid-cols-[16rem_minmax(0,1fr)]">
      <fieldset data-print="hide">
        <legend className="mb-2 text-sm font-semibold">Category</legend>
        <div className="flex flex-wrap gap-2 lg:grid">
          {categories.map(({ id, title }) => (
            <label
              key={id}
              className="flex min-h-11 items-center sheet px-4 font-semibold transition-colors hover:border-ink has-checked:border-ink has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-cyan"
            >
              <input
                type="radio"
                name="support-category"
                value={id}
                checked={id === chosen}
                onChange={() => setChosen(id)}
                className="sr-only"
              />
              {title}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="min-w-0">
        <QuestionSearch
          label={`Search in ${category?.title ?? 'questions'}`}
          value={search}
          onChange={setSearch}
          announcement={found.length === 0 ? 'No question matches.' : `${formatCount(found.length, 'question')} found.`}
        />
        <h2 className="mt-3 mb-3 text-2xl">{category?.title}</h2>
        {found.length > 0 ? (
          <QuestionList questions={found} isOpen={search.trim() !== ''} />
        ) : (
          <p className="border-t-2 border-ink pt-4 text-lg text-soft">
            Nothing about “{search.trim()}” here. Try another category, or submit a ticket.
          </p>
        )}
      </div>
    </div>
  )
}
