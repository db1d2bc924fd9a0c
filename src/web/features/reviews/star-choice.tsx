import { useId, type ComponentProps } from 'react'
import { Star } from 'lucide-react'
import { classNames } from '../../lib/class-names.ts'
import { FieldError } from '../../ui/field.tsx'

const WORDS = ['Poor', 'Fair', 'Good', 'Very good', 'Excellent'] as const

interface StarChoiceProps extends Omit<ComponentProps<'input'>, 'type' | 'value'> {
  /** How many stars are chosen; 0 for none yet. */
  readonly chosen: number
  readonly error?: string | undefined
}

/**
 * One to five stars; radio buttons underneath, so that arrow keys and screen readers know them. Spread a form's
 * `register` in.
 */
export function StarChoice({ chosen, error, ...input }: StarChoiceProps) {
  const id = useId()
  return (
    <fieldset aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend className="mb-1 text-sm font-semibold">Your rating</legend>
      <div className="flex flex-wrap items-center gap-x-4">
        <div className="-ml-2 flex">
          {WORDS.map((word, index) => (
            <label
              key={word}
              className="relative grid size-11 place-items-center rounded has-focus-visible:outline-3 has-focus-visible:outline-cyan"
            >
              <input
                {...input}
                type="radio"
                value={index + 1}
                className="absolute inset-0 size-full cursor-pointer appearance-none opacity-0"
              />
              <Star
                aria-hidden="true"
                className={classNames(
                  'size-8 stroke-[1.5]',
                  index < chosen ? 'fill-yellow stroke-ink' : 'fill-none stroke-edge',
                )}
              />
              <span className="sr-only">
                {index + 1} {index === 0 ? 'star' : 'stars'}: {word}
              </span>
            </label>
          ))}
        </div>
        <p aria-hidden="true" className="text-soft">
          {chosen === 0 ? 'Choose 1 to 5 stars' : WORDS[chosen - 1]}
        </p>
      </div>
      <FieldError id={`${id}-error`} message={error} />
    </fieldset>
  )
}
