import { useRef } from 'react'
import { Note } from './note.tsx'
import { useInSight } from './use-in-sight.ts'

interface RebasedNoteProps {
  /** Such as "supplier". */
  readonly thing: string
  /** What both changed, as the other person saved it. */
  readonly contested: readonly { readonly label: string; readonly theirs: string }[]
  readonly className?: string
}

/**
 * Says that a form was not saved, because somebody else has saved the same while it had edits, which now stand upon
 * theirs. Stands above its buttons, in place of any other problem.
 */
export function RebasedNote({ thing, contested, className }: RebasedNoteProps) {
  const words = useRef<HTMLDivElement>(null)
  useInSight(words, contested)
  return (
    <Note ref={words} size="small" role="alert" {...(className !== undefined && { className })}>
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
