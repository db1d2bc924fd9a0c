import { useRef, useState } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { Alert } from '../note.tsx'
import { useInSight } from '../use-in-sight.ts'
import { refusedFields } from './refused-fields.ts'
import { messageOf, useContractForm, type ContractForm, type ContractFormOptions } from './use-contract-form.ts'

interface FormProblem {
  readonly title: string
  readonly description: string
}

export interface StaffForm<Fields extends FieldValues, Checked> extends ContractForm<Fields, Checked> {
  /** Why it was not sent, until it is sent again; stands beside its buttons. */
  readonly problem: FormProblem | null
}

/** `useContractForm` for the back office: what went wrong stays beside the buttons, in place of a toast that goes. */
export function useStaffForm<Fields extends FieldValues, Checked, Answer>(
  options: ContractFormOptions<Fields, Checked, Answer>,
): StaffForm<Fields, Checked> {
  const { send, failure, defaultValues, draft } = options
  const [problem, setProblem] = useState<FormProblem | null>(null)
  const form: ContractForm<Fields, Checked> = useContractForm({
    ...options,
    send(checked) {
      setProblem(null)
      return send(checked)
    },
    async failure(error) {
      setProblem(await messageOf(error, failure, draft !== undefined))
      for (const [index, [name, message]] of refusedFields(error, defaultValues).entries())
        form.setError(name as FieldPath<Fields>, { type: 'server', message }, { shouldFocus: index === 0 })
      return null
    },
  })
  return { ...form, problem }
}

/** Why a form was not sent, above its buttons, and in sight with them. */
export function FormProblem({
  problem,
  className,
}: {
  readonly problem: FormProblem | null
  readonly className?: string
}) {
  const words = useRef<HTMLParagraphElement>(null)
  useInSight(words, problem)
  if (problem === null) return null
  return (
    <Alert
      ref={words}
      message={
        <>
          <b>{problem.title}</b>. <span>{problem.description}</span>
        </>
      }
      className={className}
    />
  )
}
