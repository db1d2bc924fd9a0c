import { Note } from './note.tsx'

interface RebasedNoteProps {
  /** Such as "supplier". */
  readonly thing: string
  /** What both changed, as the other person saved it. */
  readonly contested: readonly { readonly label: string; readonly theirs: string }[]
  readonly className?: string
}

/** Says that somebody else saved something while a form had edits, which now stand upon theirs. */
export function RebasedNote({ thing, contested, className }: RebasedNoteProps) {
  return (
    <Note size="small" role="status" {...(className !== undefined && { className })}>
      <p>
        <strong>Somebody else changed this {thing}.</strong> What they changed is in the form now, and what you typed is
        kept. Check it and save again.
      </p>
      {contested.length > 0 && (
        <>
          <p className="mt-2">You both changed this; yours is in the form, and theirs is:</p>
          <ul className="mt-1 list-disc pl-5">
            {contested.map(({ label, theirs }) => (
              <li key={label} className="wrap-anywhere whitespace-pre-line">
                {label}: {theirs === '' ? '(empty)' : theirs}
              </li>
            ))}
          </ul>
        </>
      )}
    </Note>
  )
}
