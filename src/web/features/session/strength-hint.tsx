import { passwordStrength, type PasswordStrength } from './password-strength.ts'

const STRENGTHS: Record<PasswordStrength, { readonly steps: number; readonly words: string }> = {
  'too short': { steps: 0, words: 'At least 8 characters.' },
  weak: { steps: 1, words: 'Weak. A few unrelated words make a strong password.' },
  fair: { steps: 2, words: 'Fair. A little longer is stronger.' },
  strong: { steps: 3, words: 'Strong.' },
}

/** How strong a password is, in words and steps, while it is typed. */
export function StrengthHint({ password }: { readonly password: string }) {
  const { steps, words } = STRENGTHS[passwordStrength(password)]
  return (
    <span className="flex items-center gap-x-3 large-letters:flex-wrap">
      <span aria-hidden="true" className="flex w-20 shrink-0 gap-1">
        {[1, 2, 3].map((step) => (
          <span
            key={step}
            className={`h-1.5 flex-1 rounded-full ${step <= steps ? (steps === 1 ? 'bg-magenta' : steps === 2 ? 'bg-yellow' : 'bg-ok') : 'bg-wash'}`}
          />
        ))}
      </span>
      {words}
    </span>
  )
}
