import type { Import } from '#contracts/imports'
import { formatCount } from '../../lib/format.ts'
import { Select } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { CATEGORY_OPTIONS } from '../../lib/categories.ts'
import { encodingLabel, type NumberQuestion } from './reading.ts'

type Reading = NonNullable<Import['reading']>
type NumberFormat = 'point' | 'comma'

/** Words of a file that is not UTF-8, as they read now and as they would read otherwise. */
export function EncodingCheck({
  reading: { encoding, encodings },
  isBusy,
  next,
  onChange,
}: {
  readonly reading: Reading
  readonly isBusy: boolean
  /** In which it is being read; null while it is not. */
  readonly next: string | null
  readonly onChange: (encoding: string) => void
}) {
  const current = encodings.find((each) => each.encoding === encoding)
  if (current === undefined) return null
  return (
    <Note size="small" className="grid gap-3 sm:grid-cols-[1fr_auto] sm:items-center">
      <p className="[overflow-wrap:anywhere]">
        The file is not UTF-8. Read as {encodingLabel(encoding)} it says{' '}
        <b>{current.samples.map((sample) => `“${sample}”`).join(', ')}</b>.{' '}
        <span role="status">{next === null ? 'Are the letters right?' : 'Reading it again...'}</span>
      </p>
      <Select
        aria-label="Encoding of the file"
        value={next ?? encoding}
        aria-disabled={isBusy}
        onChange={(event) => onChange(event.target.value)}
        className="sm:w-64"
      >
        {encodings.map((each) => (
          <option key={each.encoding} value={each.encoding}>
            {encodingLabel(each.encoding)}: {each.samples[0]}
          </option>
        ))}
      </Select>
    </Note>
  )
}

/** Which sheet of a workbook is read, when several have a table. */
export function SheetChoice({
  reading: { sheet, sheets },
  isBusy,
  next,
  onChange,
}: {
  readonly reading: Reading
  readonly isBusy: boolean
  /** Which is being read; null while none is. */
  readonly next: string | null
  readonly onChange: (sheet: string) => void
}) {
  if (sheet === null || sheets.length < 2) return null
  return (
    <div className="grid gap-2 sm:grid-cols-[1fr_14rem] sm:items-center">
      <p>
        The workbook has {sheets.length} sheets with a table.{' '}
        <span role="status">{next === null ? 'This one is read:' : 'Reading it again...'}</span>
      </p>
      <Select
        aria-label="Sheet of the workbook"
        value={next ?? sheet}
        aria-disabled={isBusy}
        onChange={(event) => onChange(event.target.value)}
      >
        {sheets.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </Select>
    </div>
  )
}

/** How the prices and pieces of the file are read; what could mean two things is asked. */
export function NumberCheck({
  questions,
  onChange,
}: {
  readonly questions: readonly NumberQuestion[]
  readonly onChange: (header: string, format: NumberFormat) => void
}) {
  if (questions.length === 0) return null
  return (
    <section className="grid gap-3">
      <h3 className="text-lg">Numbers</h3>
      <ul className="grid gap-2">
        {questions.map((question) => (
          <li key={question.header} className="grid gap-2 sm:grid-cols-[1fr_14rem] sm:items-center">
            <p className="[overflow-wrap:anywhere]">
              <b>{question.header}</b>: <NumberSentence question={question} />
            </p>
            {question.canChoose && (
              <Select
                aria-label={`Numbers of ${question.header}`}
                value={question.format ?? ''}
                aria-invalid={question.format === null || undefined}
                onChange={(event) => onChange(question.header, event.target.value as NumberFormat)}
              >
                {question.format === null && <option value="">Choose...</option>}
                <option value="point">
                  {question.example} = {question.point}
                </option>
                <option value="comma">
                  {question.example} = {question.comma}
                </option>
              </Select>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function NumberSentence({ question: { example, format, reads, currency } }: { readonly question: NumberQuestion }) {
  return (
    <>
      {reads === null ? (
        <span className="font-medium text-magenta">“{example}” could mean two things.</span>
      ) : (
        <>
          “{example}” is read as <b>{reads}</b>
          {format === 'comma' ? ', with a decimal comma' : ''}.
        </>
      )}
      {currency !== null && currency !== 'USD' && (
        <span className="text-soft"> The amounts are in {currency} and are taken for dollars, not converted.</span>
      )}
    </>
  )
}

/** Which of the shop's categories the supplier's groups of products are. */
export function CategoryCheck({
  values,
  chosen,
  onChange,
}: {
  readonly values: Reading['values'][number]
  readonly chosen: Readonly<Record<string, string>>
  readonly onChange: (text: string, category: string) => void
}) {
  const open = values.values.filter(({ text, category }) => (chosen[text] ?? category) === null)
  return (
    <section className="grid gap-3">
      <div className="grid gap-1">
        <h3 className="text-lg">Values of “{values.header}”</h3>
        <p className="text-sm text-soft">
          {open.length === 0
            ? 'Every value has a category.'
            : `${formatCount(open.length, 'value has', 'values have')} no category yet; without one, their rows are left out.`}
        </p>
      </div>
      <ul className="grid gap-2">
        {values.values.map(({ text, rows, category }) => {
          const value = chosen[text] ?? category ?? ''
          return (
            <li key={text} className="grid gap-1 sm:grid-cols-[1fr_14rem] sm:items-center sm:gap-3">
              <p className="[overflow-wrap:anywhere]">
                {text} <span className="text-sm text-soft">{formatCount(rows, 'row')}</span>
              </p>
              <Select
                aria-label={`${text} is`}
                value={value}
                className={value === '' ? 'text-magenta' : undefined}
                onChange={(event) => onChange(text, event.target.value)}
              >
                {value === '' && <option value="">Choose...</option>}
                {CATEGORY_OPTIONS.map((option) => (
                  <option key={option.value} value={option.value}>
                    {option.label}
                  </option>
                ))}
              </Select>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
