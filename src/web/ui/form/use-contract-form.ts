import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react'
import {
  get,
  useForm,
  type DefaultValues,
  type FieldError,
  type FieldErrors,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form'
import { ApiError, StaffSessionEnded } from '../../lib/api-client.ts'
import type { FormDraft } from '../../lib/drafts.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { CHECK_UNAVAILABLE, lazyResolver, type FormCheck } from '../../lib/lazy-resolver.ts'
import { toast, type ToastMessage } from '../toast.tsx'
import { refusedFields } from './refused-fields.ts'

export interface ContractFormOptions<Fields extends FieldValues, Checked, Answer> {
  /** Loads what the form is checked by, so that zod is in no first load. The first function that is given counts. */
  readonly schema: () => Promise<FormCheck<Fields, Checked>>
  /** The fields as the form opens; every one of them. */
  readonly defaultValues: Fields
  /**
   * The server renders the form: what was typed or filled in by the browser before the script came stays in the
   * fields, so that they are not set to their default values.
   */
  readonly isPrerendered?: boolean
  /** Keeps what was typed through a failed send, a reload and a session that ends. Never for passwords. */
  readonly draft?: FormDraft<NoInfer<Fields>>
  /** Sends the form; what it throws is a failure. */
  readonly send: (checked: Checked) => Promise<Answer>
  readonly onSent: (answer: Answer) => void | Promise<void>
  /**
   * What to say when the form could not be sent: a title, and a description for when the server gives none. A function
   * gets the error and gives a toast, or null when it has shown the failure itself.
   */
  readonly failure: FormFailure | ((error: unknown) => FormFailure | null | Promise<FormFailure | null>)
  /** Called when the check found something wrong; the fields show it and the first one takes the focus by themselves. */
  readonly onInvalid?: () => void
}

const FAILURE = { title: 'That did not work', description: 'Something went wrong. Please try again.' }

interface FormFailure {
  readonly title: string
  readonly description: string
  readonly action?: ToastMessage['action']
}

export interface ContractForm<Fields extends FieldValues, Checked> extends UseFormReturn<Fields, unknown, Checked> {
  /** Checks and sends the form; nothing while it is being sent already. */
  readonly submit: (event?: FormEvent) => void
  errorOf(name: FieldPath<Fields>): string | undefined
}

/**
 * What every form of the shop does: it checks by the contract, sends once however often the button is pressed, says
 * what went wrong in a toast and beside the fields, and keeps what was typed. Render it with `<Form>`.
 */
export function useContractForm<Fields extends FieldValues, Checked, Answer>(
  options: ContractFormOptions<Fields, Checked, Answer>,
): ContractForm<Fields, Checked> {
  const { schema, defaultValues, isPrerendered = false, draft, send, onSent, failure, onInvalid } = options
  const [check] = useState(() => lazyResolver(schema))
  const form = useForm<Fields, unknown, Checked>({
    resolver: check.resolver,
    ...(!isPrerendered && { defaultValues: defaultValues as DefaultValues<Fields> }),
  })
  const { subscribe, getValues, setValue, setError, handleSubmit, formState } = form
  const isSending = useRef(false)
  const dismissFailure = useRef<() => void>(undefined)

  const restoreDraft = useEffectEvent(() => {
    type Path = FieldPath<Fields>
    for (const [name, kept] of Object.entries(draft?.read() ?? {}) as [Path, FieldPathValue<Fields, Path>][]) {
      const typed: unknown = getValues(name)
      const isUntouched = !typed || typed === defaultValues[name]
      if (isUntouched && kept !== undefined && kept !== typed) setValue(name, kept)
    }
  })
  const saveDraft = useEffectEvent((fields: Fields) => draft?.save(fields))
  useEffect(() => {
    check.preload()
    restoreDraft()
    return subscribe({ formState: { values: true }, callback: ({ values }) => saveDraft(values) })
  }, [check, subscribe])

  async function deliver(checked: Checked): Promise<void> {
    let answer: Answer
    // What the try before came to is not what this one comes to.
    dismissFailure.current?.()
    try {
      answer = await send(checked)
    } catch (error) {
      return showFailure(error)
    }
    draft?.clear()
    await onSent(answer)
  }

  async function showFailure(error: unknown): Promise<void> {
    console.warn('The form could not be sent', error)
    const message = await messageOf(error, failure, draft !== undefined)
    if (message === null) return
    dismissFailure.current = toast({ ...message, variant: 'destructive' })
    for (const [index, [name, sentence]] of refusedFields(error, defaultValues).entries())
      setError(name as FieldPath<Fields>, { type: 'server', message: sentence }, { shouldFocus: index === 0 })
  }

  function showInvalid(errors: FieldErrors<Fields>): void | Promise<void> {
    return errors.root?.type === CHECK_UNAVAILABLE
      ? showFailure(new Error('The check is not available'))
      : onInvalid?.()
  }

  async function submitOnce(): Promise<void> {
    if (isSending.current) return
    isSending.current = true
    try {
      await handleSubmit(deliver, showInvalid)()
    } finally {
      isSending.current = false
    }
  }

  return {
    ...form,
    submit(event) {
      event?.preventDefault()
      void submitOnce()
    },
    // The library's `getFieldState` would also read which fields were touched and changed, for which the whole form would
    // be rendered again when one of them is left.
    errorOf: (name) => (get(formState.errors, name) as FieldError | undefined)?.message,
  }
}

/**
 * What a failure says; null when it has shown itself.
 * @param isKept whether a draft keeps what was typed
 */
export async function messageOf(
  error: unknown,
  failure: ContractFormOptions<FieldValues, unknown, unknown>['failure'],
  isKept: boolean,
): Promise<FormFailure | null> {
  if (typeof failure !== 'function') return describeFailure(error, failure, isKept)
  try {
    return await failure(error)
  } catch (another) {
    // What it wanted to read before it answers did not come.
    return describeFailure(another, FAILURE, isKept)
  }
}

/**
 * The server's own sentence, else the form's with what to do about it; after 401 that the session has ended, which staff
 * read when they have opened the gate again.
 * @param isKept whether a draft keeps what was typed
 */
export function describeFailure(error: unknown, { title, description }: FormFailure, isKept: boolean): FormFailure {
  if (error instanceof ApiError && error.status === 401 && !(error instanceof StaffSessionEnded))
    return {
      title,
      description: `Your session has ended. Sign in again to go on${isKept ? '; what you typed is kept' : ''}.`,
    }
  return { title, description: errorMessage(error, description) }
}
