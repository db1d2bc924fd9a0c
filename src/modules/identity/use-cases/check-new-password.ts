import { isTooCommon } from '#platform/security/password-rules'
import { guessableWords, type Guessed } from '../domain/guessable-words.ts'
import { PasswordTooCommon } from '../errors.ts'

/**
 * Refuses a new password that guessers would try early for this customer.
 * @param field the form's name for it
 * @throws PasswordTooCommon
 */
export function checkNewPassword(password: string, customer: Guessed, field: 'password' | 'newPassword'): void {
  if (isTooCommon(password, guessableWords(customer))) throw new PasswordTooCommon(field)
}
