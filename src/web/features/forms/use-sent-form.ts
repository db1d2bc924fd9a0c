import { useEffect, useRef, type FormEvent } from 'react'
import {
  useForm,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  type UseFormReturn,
} from 'react-hook-form'
import { ApiError } from '../../lib/api-client.ts'
import { CHECK_UNAVAILABLE, useCheckLater } from '../../lib/use-check-later.ts'
import { toast } from '../../ui/toast.tsx'
import { forgetDraft, readDraft, saveDraft } from './form-draft.ts'

interface SentForm<Fields extends FieldValues, Checked, Answer> {
  /** Names the form's draft in this tab. */
  readonly form: string
  /** The fields as they are when nothing is typed; every one of them. */
  readonly blank: Fields
  /** Fills fields from the address, over what was typed earlier. */
  readonly prefill?: Partial<Fields>
  /** Gives the check; the same function on every render. */
  readonly load: () => Promise<Resolver<Fields, unknown, Checked>>
  readonly send: (checked: Checked) => Promise<Answer>
  readonly onSent: (answer: Answer) => void
  readonly failure: { readonly title: string; readonly description: string }
}

export interface SentFormAccess<Fields extends FieldValues, Checked> extends UseFormReturn<Fields, unknown, Checked> {
  readonly submit: (event: FormEvent) => void
  errorOf(name: FieldPath<Fields>): string | undefined
}

/**
 * What every form of the shop does: checks by the contract, sends once however often the button is pressed, says what
 * went wrong in a toast and beside the fields, and keeps what was typed through a failed send and a reload.
 */
export function useSentForm<Fields extends FieldValues, Checked, Answer>(
  options: SentForm<Fields, Checked, Answer>,
): SentFormAccess<Fields, Checked> {
  const { form: name, blank, prefill, load, send, onSent, failure } = options
  // No default values: what was typed before the script came stays in the fields.
  const form = useForm<Fields, unknown, Checked>({ resolver: useCheckLater(load) })
  const { subscribe, getValues, setValue, setError, handleSubmit, reset } = form
  const isSending = useRef(false)
  const names = useRef(Object.keys(blank) as Path<Fields>[])
  const untouched = useRef(blank)

  const given = JSON.stringify(prefill ?? {})
  useEffect(() => {
    const fill = (values: object, isStronger: boolean) => {
      for (const [field, value] of Object.entries(values) as [
        Path<Fields>,
        PathValue<Fields, Path<Fields>> | undefined,
      ][]) {
        // A choice that stands in the form from the beginning was not made by anybody.
        const isFree = !getValues(field) || getValues(field) === untouched.current[field]
        if (value !== undefined && (isStronger || isFree)) setValue(field, value)
      }
    }
    // What a link asked for counts once: after a reload the visitor's own words do.
    if (readDraft(name, ['filledFrom']).filledFrom !== given) fill(JSON.parse(given) as object, true)
    fill(readDraft(name, names.current), false)
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => saveDraft(name, { ...values, filledFrom: given }),
    })
  }, [name, given, subscribe, getValues, setValue])

  async function deliver(checked: Checked): Promise<void> {
    try {
      const answer = await send(checked)
      reset(blank as DefaultValues<Fields> as Fields)
      forgetDraft(name)
      onSent(answer)
    } catch (error) {
      console.warn('The form could not be sent', error)
      sayFailed(error)
    }
  }

  function sayFailed(error?: unknown): void {
    const isLimit = error instanceof ApiError && error.status === 429
    toast({
      title: failure.title,
      description: isLimit ? (error.body?.message ?? failure.description) : failure.description,
      variant: 'destructive',
    })
    if (!(error instanceof ApiError)) return
    const refused = names.current.filter((field) => error.body?.fields?.[field] !== undefined)
    refused.forEach((field, index) =>
      setError(field, { type: 'server', message: error.body?.fields?.[field] ?? '' }, { shouldFocus: index === 0 }),
    )
  }

  async function submitOnce(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isSending.current) return
    isSending.current = true
    try {
      await handleSubmit(deliver, (errors) => {
        if (errors.root?.type === CHECK_UNAVAILABLE) sayFailed()
      })(event as never)
    } finally {
      isSending.current = false
    }
  }

  return {
    ...form,
    submit: (event) => void submitOnce(event),
    errorOf: (field) => form.getFieldState(field, form.formState).error?.message,
  }
}
