import { useState } from 'react'
import { Link } from 'react-router-dom'
import { faqOf } from '../../features/help/faq.ts'
import { QuestionList } from '../../features/help/question-list.tsx'
import { QuestionSearch } from '../../features/help/question-search.tsx'
import { faqData, searchQuestions } from '../../features/help/question.ts'
import { StillNeedHelp } from '../../features/help/still-need-help.tsx'
import { useExpressWords } from '../../lib/express-shipping.ts'
import { classNames } from '../../lib/class-names.ts'
import { formatCount } from '../../lib/format.ts'
import { Head } from '../../lib/head.tsx'
import { Button } from '../../ui/button.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { paths } from '../../lib/paths.ts'

/** Five categories of questions, with a search through all of them (specification 2, section 2). */
export default function FaqPage() {
  const [search, setSearch] = useState('')
  const faq = faqOf(useExpressWords())
  const found = faq.map((category) => ({ ...category, questions: searchQuestions(category.questions, search) }))
  const shown = found.filter(({ questions }) => questions.length > 0)
  const count = shown.reduce((sum, { questions }) => sum + questions.length, 0)
  const isSearching = search.trim() !== ''
  return (
    <>
      <Head
        title="FAQ"
        description="Fifteen questions about orders, shipping, compatibility, support, warranty, returns and business orders, answered in a few sentences each."
        canonical={paths.faq()}
        jsonLd={faqData(faq)}
      />
      <PageTitle
        title="Frequently Asked Questions"
        ground="halftone"
        lead="Short answers to what people ask most. Type a word and the list follows."
      />
      <div className="wrap grid items-start gap-x-14 gap-y-6 pt-8 sm:pt-12 lg:grid-cols-[17rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
        <div className="lg:col-start-2">
          <QuestionSearch
            label="Search questions"
            value={search}
            onChange={setSearch}
            announcement={count === 0 ? 'No question matches.' : `${formatCount(count, 'question')} found.`}
          />
        </div>
        <nav
          aria-label="Categories"
          data-print="hide"
          className="lg:sticky lg:top-(--below-header) lg:row-span-2 lg:row-start-1"
        >
          <ul className="grid border-t border-line max-lg:sm:grid-cols-2 max-lg:sm:gap-x-8">
            {found.map(({ id, title, questions }) => (
              // Where the categories stand above the answers, those without one would be all that a search shows.
              <li key={id} className={classNames('border-b border-line', questions.length === 0 && 'max-lg:hidden')}>
                {questions.length > 0 ? (
                  <Link
                    to={`#${id}`}
                    className="flex min-h-12 items-center justify-between gap-3 font-semibold underline-offset-4 hover:underline"
                  >
                    {title}
                    <Count of={questions.length} />
                  </Link>
                ) : (
                  <span className="flex min-h-12 items-center justify-between gap-3 text-soft">
                    {title}
                    <Count of={0} />
                  </span>
                )}
              </li>
            ))}
          </ul>
        </nav>
        <div className="min-w-0 lg:col-start-2">
          {shown.length === 0 && (
            <div className="grid justify-items-start gap-4 sheet p-6">
              <p className="text-lg">
                No question has “{search.trim()}” in it. Ask us and we answer it, perhaps for everybody.
              </p>
              <Button variant="quiet" onClick={() => setSearch('')}>
                Show all questions
              </Button>
            </div>
          )}
          <div className="grid gap-12 max-lg:mt-4">
            {shown.map(({ id, title, questions }) => (
              <section key={id} id={id} aria-labelledby={`${id}-title`}>
                <div className="mb-3 flex items-baseline justify-between gap-x-4 large-letters:flex-wrap">
                  <h2 id={`${id}-title`} className="text-2xl sm:text-3xl">
                    {title}
                  </h2>
                  <p className="shrink-0 text-sm text-soft">{formatCount(questions.length, 'question')}</p>
                </div>
                <QuestionList questions={questions} isOpen={isSearching} />
              </section>
            ))}
          </div>
        </div>
      </div>
      <StillNeedHelp description="Chat, call or write: a person answers." />
    </>
  )
}

function Count({ of }: { readonly of: number }) {
  return (
    <span className="figures text-soft">
      {of}
      <span className="sr-only"> {of === 1 ? 'question' : 'questions'}</span>
    </span>
  )
}
