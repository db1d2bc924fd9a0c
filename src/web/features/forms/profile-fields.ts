import type { User } from '#contracts/identity'
import type { FormDraft } from '../../lib/drafts.ts'

type Profile = Pick<User, 'email' | 'firstName' | 'lastName'>

/** The fields that ask who writes and where an answer goes. Numbers are typed by whoever wants to be called. */
const FROM_PROFILE: Readonly<Record<string, (profile: Profile) => string>> = {
  name: ({ firstName, lastName }) => `${firstName} ${lastName}`.trim(),
  firstName: ({ firstName }) => firstName,
  lastName: ({ lastName }) => lastName,
  email: ({ email }) => email,
  contactInfo: ({ email }) => email,
}

/** What a customer's profile says in the fields of a form. */
export function profileFields(blank: object, profile: Profile): ReadonlyMap<string, string> {
  const fields = Object.keys(blank).map((name) => [name, FROM_PROFILE[name]?.(profile) ?? ''] as const)
  return new Map(fields.filter(([, value]) => value !== ''))
}

/**
 * A draft of what was typed alone: what the profile says is filled in anew, and for nobody who is not signed in.
 * @param filled what was filled in, by the names of the fields
 */
export function withoutFilled<Fields extends object>(
  draft: FormDraft<Fields>,
  filled: ReadonlyMap<string, string>,
): FormDraft<Fields> {
  const typed = ([name, value]: [string, unknown]) => [name, value === filled.get(name) ? '' : value]
  return { ...draft, save: (fields) => draft.save(Object.fromEntries(Object.entries(fields).map(typed)) as Fields) }
}
