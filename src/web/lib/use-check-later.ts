import { useEffect, useMemo } from 'react'
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'

/** The type of the form's root error when the check itself could not be fetched. */
export const CHECK_UNAVAILABLE = 'check-unavailable'

/**
 * A form's check whose script (zod and the contract) is fetched while the visitor types, so that the form opens
 * without it. When it cannot be fetched the form counts as unchecked, with an error of type CHECK_UNAVAILABLE at its
 * root.
 * @param load gives the check; the same function on every render
 */
export function useCheckLater<Fields extends FieldValues, Checked>(
  load: () => Promise<Resolver<Fields, unknown, Checked>>,
): Resolver<Fields, unknown, Checked> {
  useEffect(() => {
    load().catch(() => {
      // Fetched again when the form is sent.
    })
  }, [load])

  return useMemo(
    () => async (fields, context, options) => {
      let check: Resolver<Fields, unknown, Checked>
      try {
        check = await load()
      } catch (error) {
        console.warn('The form could not be checked', error)
        return { values: {}, errors: { root: { type: CHECK_UNAVAILABLE } } as FieldErrors<Fields> }
      }
      return check(fields, context, options)
    },
    [load],
  )
}
