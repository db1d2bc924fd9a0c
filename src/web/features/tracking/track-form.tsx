import { PackageSearch } from 'lucide-react'
import { useState, type SyntheticEvent } from 'react'
import { paths } from '../../lib/paths.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextInput } from '../../ui/field.tsx'

const LONGEST_NUMBER = 60

interface TrackFormProps {
  /** Already typed in, from the address of the page. */
  readonly initial: string
  /** Gets what was typed, also nothing. */
  readonly onTrack: (typed: string) => void
}

/** The order number or tracking number (specification 2, section 2). Without script the page comes back with it. */
export function TrackForm({ initial, onTrack }: TrackFormProps) {
  const [changed, setChanged] = useState<string | null>(null)
  const [error, setError] = useState<string>()
  const isHydrated = useHydrated()
  const typed = changed ?? (isHydrated ? initial : '')

  function track(event: SyntheticEvent): void {
    event.preventDefault()
    setError(
      typed.trim() === '' ? 'Enter an order number or tracking number. This is what tracking looks like:' : undefined,
    )
    onTrack(typed.trim())
  }

  return (
    <form
      action={paths.track()}
      method="get"
      noValidate
      onSubmit={track}
      className="grid items-start gap-4 sm:grid-cols-[1fr_auto]"
    >
      <Field
        label="Order number or tracking number"
        error={error}
        hint="The order number is in your confirmation, such as 100001."
      >
        <TextInput
          name="order"
          value={typed}
          onChange={(event) => setChanged(event.target.value)}
          placeholder="ORD-123456"
          maxLength={LONGEST_NUMBER}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="min-h-13"
        />
      </Field>
      <Button type="submit" size="large" className="sm:mt-[1.6875rem]">
        <PackageSearch aria-hidden="true" className="size-5" />
        Track Order
      </Button>
    </form>
  )
}
