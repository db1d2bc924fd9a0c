import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'

/** The type of the form's root error when the check itself could not be fetched. */
export const CHECK_UNAVAILABLE = 'check-unavailable'

/** What a form is checked by: the contract's schema, or a resolver where a form checks more than the contract does. */
export type FormCheck<Fields extends FieldValues, Checked> =
  | z.ZodType<Checked, Fields>
  | Resolver<Fields, unknown, Checked>

/**
 * A resolver whose check (zod and the contract) is fetched while the visitor types, so that the form opens without it.
 * When it cannot be fetched, the form has an error of type CHECK_UNAVAILABLE at its root; the next submit tries again.
 */
export function lazyResolver<Fields extends FieldValues, Checked>(
  load: () => Promise<FormCheck<Fields, Checked>>,
): { readonly resolver: Resolver<Fields, unknown, Checked>; preload(): void } {
  async function loadResolver(): Promise<Resolver<Fields, unknown, Checked>> {
    const [check, { zodResolver }] = await Promise.all([load(), import('@hookform/resolvers/zod')])
    return typeof check === 'function' ? check : zodResolver(check as z.ZodType<Checked & FieldValues, Fields>)
  }

  return {
    preload: () => void loadResolver().catch(() => undefined),
    async resolver(fields, context, options) {
      let resolve: Resolver<Fields, unknown, Checked>
      try {
        resolve = await loadResolver()
      } catch (error) {
        console.warn('The form could not be checked', error)
        return { values: {}, errors: { root: { type: CHECK_UNAVAILABLE } } as FieldErrors<Fields> }
      }
      return resolve(fields, context, options)
    },
  }
}
