import { Download, FileText } from 'lucide-react'
import { useId, useState, type FormEvent, type MouseEvent } from 'react'
import { MANUAL_CATEGORIES, POPULAR_MANUALS, searchManuals } from '../../features/help/manuals.ts'
import { formatCount } from '../../lib/format.ts'
import { Head } from '../../lib/head.tsx'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { TextInput } from '../../ui/field.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Note } from '../../ui/note.tsx'
import { paths } from '../../lib/paths.ts'

/** Categories, a search, and the popular manuals; a manual is sent on request (specification 2, section 2). */
export default function ManualsPage() {
  const id = useId()
  const isHydrated = useHydrated()
  const [search, setSearch] = useState('')
  const found = searchManuals(POPULAR_MANUALS, search)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setSearch(String(new FormData(event.currentTarget).get('search')).trim())
  }
  return (
    <>
      <Head
        title="Product Manuals"
        description="Manuals for printers, scanners and point-of-sale hardware: user guides, setup guides and maintenance guides, sent to you on request."
        canonical={paths.manuals()}
      />
      <PageTitle
        title="Product Manuals"
        lead="User guides, setup guides, maintenance guides. Tell us which one and it is in your inbox within 24 hours."
      >
        <form role="search" aria-label="Manuals" onSubmit={submit} className="flex w-full max-w-xl gap-2">
          <label htmlFor={id} className="sr-only">
            Search manuals
          </label>
          <TextInput
            id={id}
            name="search"
            type="search"
            onChange={(event) => event.target.value === '' && setSearch('')}
            placeholder="Search manuals"
            maxLength={100}
            autoComplete="off"
            className="min-h-13"
          />
          {/* A press that comes too early is done again (public/early-press.js); the server takes no such form. */}
          <Button
            {...(isHydrated ? { type: 'submit' } : { type: 'button', 'data-sends': '', onClick: submitForm })}
            size="large"
          >
            Search
          </Button>
        </form>
      </PageTitle>
      <ul className="wrap grid gap-4 py-10 sm:grid-cols-3">
        {MANUAL_CATEGORIES.map(({ title, count, description }) => (
          <li key={title} className="sheet p-5">
            <p className="figures text-5xl font-extrabold">{count}</p>
            <h2 className="mt-3 text-xl">{title}</h2>
            <p className="mt-1 text-soft">{description}</p>
          </li>
        ))}
      </ul>
      <section aria-labelledby="popular" className="wrap pt-4">
        <h2 id="popular" className="mb-4 text-part">
          Popular Downloads
        </h2>
        <p role="status" className="mb-3 text-soft empty:hidden">
          {search !== '' && `${formatCount(found.length, 'manual')} for “${search}”.`}
        </p>
        <ul className="border-t-2 border-ink">
          {found.map(({ name, type, size, downloads }) => (
            <li
              key={name}
              className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-3 border-b border-line py-4 sm:grid-cols-[auto_1fr_auto]"
            >
              <FileText aria-hidden="true" className="size-6 text-soft" strokeWidth={1.5} />
              <div>
                <h3 className="font-sans text-base font-semibold tracking-normal">{name}</h3>
                <p className="flex flex-wrap gap-x-4 text-sm text-soft">
                  <span>{type}</span>
                  <span>{size}</span>
                  <span>{formatCount(downloads, 'download')}</span>
                </p>
              </div>
              <ButtonLink
                to={paths.contact({ inquiryType: 'support', subject: `Manual: ${name}` })}
                variant="quiet"
                size="small"
                aria-label={`Download: ${name}`}
                className="max-sm:col-start-2 max-sm:justify-self-start"
              >
                <Download aria-hidden="true" className="size-4" />
                Download
              </ButtonLink>
            </li>
          ))}
        </ul>
        {found.length === 0 && (
          <p className="py-6 text-lg">
            It is not among the popular ones.{' '}
            <ButtonLink
              to={paths.contact({ inquiryType: 'support', subject: `Manual: ${search}` })}
              variant="quiet"
              size="small"
              className="ml-2"
            >
              Ask for this manual
            </ButtonLink>
          </p>
        )}
        <Note size="large" className="mt-8 max-w-[68ch]">
          <strong>Coming soon:</strong> every manual to read and download here without asking. Until then a person sends
          it, and answers the question behind it.
        </Note>
      </section>
    </>
  )
}

function submitForm({ currentTarget }: MouseEvent<HTMLButtonElement>): void {
  currentTarget.form?.requestSubmit()
}
