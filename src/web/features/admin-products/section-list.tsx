import type { EditorSection } from './editor-sections.ts'
import type { DraftField } from './product-draft.ts'

interface SectionListProps {
  readonly sections: readonly EditorSection[]
  /** The fields with edits that are not saved, and those with errors. */
  readonly changed: readonly DraftField[]
  readonly wrong: readonly DraftField[]
}

export const sectionId = (id: string): string => `product-${id}`

/** Jumps to the parts of the form, and says where edits and errors are. */
export function SectionList({ sections, changed, wrong }: SectionListProps) {
  return (
    <nav aria-label="Sections" className="xl:sticky xl:top-0 xl:self-start">
      <ul className="flex flex-wrap gap-x-1 xl:grid">
        {sections.map(({ id, title, fields }) => {
          const edits = fields.filter((field) => changed.includes(field)).length
          const errors = fields.filter((field) => wrong.includes(field)).length
          return (
            <li key={id}>
              <button
                type="button"
                onClick={() => jumpTo(sectionId(id))}
                className="flex min-h-9 w-full items-center justify-between gap-2 rounded px-2 text-left text-sm font-medium hover:bg-wash pointer-coarse:min-h-11"
              >
                {title}
                {errors > 0 ? (
                  <span className="rounded-full bg-magenta px-2 text-xs leading-[1.25rem] font-bold text-on-magenta">
                    {errors}
                    <span className="sr-only"> to correct</span>
                  </span>
                ) : (
                  edits > 0 && (
                    <span className="rounded-full bg-yellow px-2 text-xs leading-[1.25rem] font-bold text-on-yellow">
                      {edits}
                      <span className="sr-only"> changed</span>
                    </span>
                  )
                )}
              </button>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

function jumpTo(id: string): void {
  const heading = document.getElementById(id)
  heading?.scrollIntoView({ block: 'start' })
  heading?.focus({ preventScroll: true })
}
