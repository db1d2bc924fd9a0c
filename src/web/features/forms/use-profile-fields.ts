import { useEffect, useEffectEvent } from 'react'
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form'
import type { User } from '#contracts/identity'
import { useSession } from '../../lib/session.ts'
import { tabStorage } from '../../lib/storage.ts'
import { profileFields } from './profile-fields.ts'

/** That a form of this tab shows what a profile says: a sign-out then ends it as it ends what was typed. */
const FILLED_IN = 'profile-filled-in'

/**
 * Fills in what the profile of a signed-in customer says, as far as nothing was typed there, and takes it out again when
 * they are signed in no more.
 * @param blank the empty form
 * @param opened the form as it opens, in which what was filled in is noted: it is no draft
 */
export function useProfileFields<Fields extends FieldValues>(
  { getValues, setValue }: Pick<UseFormReturn<Fields>, 'getValues' | 'setValue'>,
  blank: Fields,
  opened: Map<string, string>,
): void {
  const { user, hasFailed } = useSession()

  const follow = useEffectEvent((signedIn: User | null) => {
    const filled = signedIn === null ? new Map<string, string>() : profileFields(blank, signedIn)
    if (filled.size > 0) tabStorage.setItem(FILLED_IN, 'true')
    for (const name of new Set([...opened.keys(), ...filled.keys()])) {
      const [before, now] = [opened.get(name) ?? '', filled.get(name) ?? '']
      opened.set(name, now)
      const path = name as FieldPath<Fields>
      const isUntouched = (getValues(path) || '') === before && document.activeElement?.getAttribute('name') !== name
      if (isUntouched) setValue(path, now as FieldPathValue<Fields, FieldPath<Fields>>)
    }
  })
  useEffect(() => {
    // Who could not be asked for is gone no more than who is offline.
    if (!hasFailed) follow(user)
  }, [user, hasFailed])
}
