export type PasswordStrength = 'too short' | 'weak' | 'fair' | 'strong'

const WORN = /^(?:password|passw0rd|qwerty|letmein|welcome|printer|superprinter|abc|iloveyou|admin)[\W\d]*$/i

/**
 * A hint for people, no rule: length counts most, then variety; worn words and repetitions count for nothing. The rule
 * is eight characters (specification 2, section 5).
 */
export function passwordStrength(password: string): PasswordStrength {
  if (password.length < 8) return 'too short'
  if (WORN.test(password) || /^(.)\1*$/.test(password) || /^\d+$/.test(password)) return 'weak'
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(password)).length
  const points = password.length + 2 * kinds
  return points >= 20 ? 'strong' : points >= 14 ? 'fair' : 'weak'
}
