import type { Import } from '#contracts/imports'
import { Select } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import type { PieceQuestion } from './reading.ts'

const CHOICES = [1, 10, 100, 1000]

/** For how many pieces the prices of the file are; what the list says without saying of which column is asked. */
export function PiecesCheck({
  reading: { priceNote, units },
  questions,
  columns,
  onChange,
}: {
  readonly reading: NonNullable<Import['reading']>
  readonly questions: readonly PieceQuestion[]
  readonly columns: Import['columns']
  readonly onChange: (header: string, pieces: number) => void
}) {
  const unit = columns.find(({ field }) => field === 'priceUnit')?.header
  const doubtful = unit === undefined ? units.filter(({ header }) => isFree(columns, header)) : []
  if (questions.length === 0 && unit === undefined && doubtful.length === 0) return null
  return (
    <section className="grid gap-3">
      <h3 className="text-lg">Pieces per price</h3>
      {priceNote !== null && unit === undefined && (
        <p className="[overflow-wrap:anywhere]">
          The list says “{priceNote.text}”. Say for how many pieces the prices of each column are.
        </p>
      )}
      {unit !== undefined && (
        <p className="[overflow-wrap:anywhere]">
          <b>{unit}</b> says for how many pieces the prices of a row are. They are read for one, rounded up to a cent.
        </p>
      )}
      {doubtful.map(({ header, pieces }) => (
        <Note key={header} size="small">
          “{header}” says {listed(pieces)}. If prices are for so many pieces, let it go to “Pieces per price”.
        </Note>
      ))}
      {questions.length > 0 && (
        <ul className="grid gap-2">
          {questions.map(({ header, pieces }) => (
            <li key={header} className="grid gap-2 sm:grid-cols-[1fr_14rem] sm:items-center">
              <p className="[overflow-wrap:anywhere]">
                <b>{header}</b>:{' '}
                {pieces === null ? (
                  <span className="font-medium text-magenta">for one piece or for more?</span>
                ) : (
                  <>a price is for {piecesText(pieces)}.</>
                )}
              </p>
              <Select
                aria-label={`Prices in ${header} are for`}
                value={pieces ?? ''}
                aria-invalid={pieces === null || undefined}
                onChange={(event) => onChange(header, Number(event.target.value))}
              >
                {pieces === null && <option value="">Choose...</option>}
                {[...new Set([...CHOICES, ...(pieces === null ? [] : [pieces])])].map((choice) => (
                  <option key={choice} value={choice}>
                    {piecesText(choice)}
                  </option>
                ))}
              </Select>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function isFree(columns: Import['columns'], header: string): boolean {
  return columns.some((column) => column.header === header && column.field === null)
}

function piecesText(pieces: number): string {
  return pieces === 1 ? '1 piece' : `${pieces.toLocaleString('en-US')} pieces`
}

const MAX_LISTED = 5

function listed(pieces: readonly number[]): string {
  const shown = pieces.slice(0, MAX_LISTED).map((each) => each.toLocaleString('en-US'))
  return `${shown.join(', ')}${pieces.length > MAX_LISTED ? ' and others' : ''}`
}
