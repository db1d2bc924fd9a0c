import { Check, PackageOpen } from 'lucide-react'
import type { ToDo } from '#contracts/admin'
import { classNames } from '../../lib/class-names.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { toDoLines } from './to-do-lines.ts'

interface ToDoListProps {
  readonly toDo: ToDo
  /** The shop has no products yet. */
  readonly isCatalogEmpty: boolean
}

/** What waits for a person, most urgent first, each with the one way to do it. */
export function ToDoList({ toDo, isCatalogEmpty }: ToDoListProps) {
  const lines = toDoLines(toDo)
  return (
    <section aria-label="To do now" className="sheet">
      <div className="flex flex-wrap items-baseline gap-x-3 border-b border-line px-4 py-3">
        <h2 className="text-lg">To do now</h2>
        <p className="text-sm text-soft">What waits for a person, most urgent first</p>
      </div>
      {lines.length === 0 && isCatalogEmpty && (
        <p className="flex items-center gap-3 px-4 py-6">
          <PackageOpen aria-hidden="true" className="size-5 shrink-0" />
          The catalog is empty. Add the first product or import a price list, and the shop can sell.
        </p>
      )}
      {lines.length === 0 && !isCatalogEmpty && (
        <p className="flex items-center gap-3 px-4 py-6">
          <Check aria-hidden="true" className="size-5 shrink-0 text-ok" />
          Nothing waits for you. Orders, messages and failures appear here as they come in.
        </p>
      )}
      <ul>
        {lines.map(({ key, count, title, reason, action, to, isUrgent = false }, index) => (
          <li
            key={key}
            className={classNames(
              'relative grid grid-cols-[minmax(2rem,auto)_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 large-letters:grid-cols-[minmax(2rem,auto)_minmax(0,1fr)] border-t sm:grid-cols-[3.5rem_minmax(0,1fr)_auto] sm:gap-x-4 border-line px-4 py-2 first:border-t-0',
              isUrgent && 'before:absolute before:inset-y-0 before:left-0 before:w-1 before:bg-process-magenta',
            )}
          >
            <span className={classNames('figures text-right text-2xl font-bold', isUrgent && 'text-magenta')}>
              {count.toLocaleString('en-US')}
            </span>
            <span className="grid">
              <span className="font-semibold">{title}</span>
              <span className="text-sm text-soft max-sm:hidden">{reason}</span>
            </span>
            <ButtonLink
              to={to}
              size="small"
              variant={index === 0 ? 'solid' : 'quiet'}
              className="large-letters:col-start-2 large-letters:justify-self-start"
              aria-label={`${action}: ${title}`}
            >
              {action}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
