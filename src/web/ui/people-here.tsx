import { Eye, PenLine } from 'lucide-react'
import type { PeopleHere as People } from '#contracts/presence'
import { classNames } from '../lib/class-names.ts'
import type { PlaceKind } from '#contracts/staff-paths'
import { usePeopleHere } from '../lib/use-people-here.ts'
import { wordsOfPeople } from './people-words.ts'

interface PeopleHereProps {
  readonly kind: PlaceKind
  readonly id: string
  /** Whether something is filled in here that others should know of. */
  readonly isEditing: boolean
  readonly className?: string
}

/** Who else of the staff has the same thing open, in a line; nothing while nobody has. */
export function PeopleHere({ kind, id, isEditing, className }: PeopleHereProps) {
  const people = usePeopleHere(kind, id, isEditing)
  return (
    <p role="status" className={classNames('min-w-0 text-sm', className)}>
      {people.length > 0 && <PeopleLine people={people} kind={kind} />}
    </p>
  )
}

function PeopleLine({ people, kind }: { readonly people: People; readonly kind: PlaceKind }) {
  const Icon = people[0]?.isEditing === true ? PenLine : Eye
  return (
    <span className="inline-flex items-start gap-1.5 font-medium wrap-anywhere">
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-link" />
      {wordsOfPeople(people, kind)}
    </span>
  )
}
