import { deleteDraft, formDraft, readDraft, saveDraft } from '../../lib/drafts.ts'
import { tabStorage, type TextStorage } from '../../lib/storage.ts'

const KEY = 'sign-in-by-code'

/** How far a sign-in by code has come. */
export type CodeStep =
  | { readonly name: 'address' }
  /** The code was asked for at this time, in ms since 1970. */
  | { readonly name: 'code'; readonly email: string; readonly at: number }
  /** The code was right; a password may be chosen for a while. */
  | { readonly name: 'password'; readonly email: string; readonly at: number }

/** How long a step is worth coming back to: the code works for 10 minutes, the password may be chosen for 15. */
const STEP_LIVES_MS = { code: 10 * 60_000, password: 15 * 60_000 }

/** How long one waits before another code can be asked for. */
export const RESEND_AFTER_MS = 30_000

/** The address that was typed, here or on the sign-in form. */
export const codeDraft = () => formDraft('sign-in-by-code', { email: '' })

/** The step that a reload of the page goes on with. */
export function readStep(now: number, storage: TextStorage = tabStorage): CodeStep {
  const kept = readDraft(KEY, parseStep, storage)
  return kept !== null && kept.at <= now && now - kept.at < STEP_LIVES_MS[kept.name] ? kept : { name: 'address' }
}

/** Keeps the step for a reload of the page. */
export function keepStep(step: CodeStep, storage: TextStorage = tabStorage): void {
  if (step.name === 'address') deleteDraft(KEY, storage)
  else saveDraft(KEY, step, storage)
}

function parseStep(stored: unknown): Exclude<CodeStep, { readonly name: 'address' }> | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { name, email, at } = stored as Readonly<Record<string, unknown>>
  if ((name !== 'code' && name !== 'password') || typeof email !== 'string' || typeof at !== 'number') return null
  return { name, email, at }
}
