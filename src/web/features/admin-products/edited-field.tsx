import { createContext, use, type ComponentProps, type ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Checkbox } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { inWords, type DraftField, type ProductDraft } from './product-draft.ts'

/** Of a long text so much says what it was. */
const MAX_SHOWN = 90

/** The product before the edits; null where everything is new. */
export const EditedFrom = createContext<{
  readonly before: ProductDraft | null
  readonly changed: readonly DraftField[]
}>({ before: null, changed: [] })

/** "was $279.00", where a field was edited. */
export function useFormerText(field: DraftField): string | undefined {
  const { before, changed } = use(EditedFrom)
  if (before === null || !changed.includes(field)) return undefined
  const text = inWords(before[field])
  return `was ${text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text}`
}

const editedClass = 'border-l-4 border-yellow pl-2.5 -ml-3.5'

export function FormerText({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null
  return <span className="block whitespace-pre-line font-medium text-ink wrap-anywhere">{text}</span>
}

/** A field of the form, marked with what it was once it is edited. */
export function EditedField({
  field,
  hint,
  className,
  ...props
}: ComponentProps<typeof Field> & { readonly field: DraftField }) {
  const was = useFormerText(field)
  const hints: ReactNode =
    was === undefined ? (
      hint
    ) : (
      <>
        <FormerText text={was} />
        {hint}
      </>
    )
  return (
    <Field
      {...props}
      {...(hints !== undefined && { hint: hints })}
      className={classNames(className, was !== undefined && editedClass)}
    />
  )
}

/** A checkbox of the form, likewise. */
export function EditedCheckbox({
  field,
  hint,
  ...props
}: ComponentProps<typeof Checkbox> & { readonly field: DraftField }) {
  const was = useFormerText(field)
  return (
    <Checkbox
      {...props}
      {...((was !== undefined || hint !== undefined) && { hint: [was, hint].filter(Boolean).join('. ') })}
      className={classNames(was !== undefined && editedClass)}
    />
  )
}
