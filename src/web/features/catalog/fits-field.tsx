import { Button } from '../../ui/button.tsx'
import { Field, TextInput } from '../../ui/field.tsx'

/** The name of its field, which without script is the search of the address. */
export const FITS_FIELD = 'search'
const MAX_LENGTH = 100

/** Which printer supplies are for: supplies are found by the models that they fit, also by those that are not sold here. */
export function FitsField({ model }: { readonly model: string | null }) {
  return (
    // A model from elsewhere, such as a chip that is removed, is shown by a new field.
    <div key={model} className="grid gap-1.5">
      <Field label="Fits this printer">
        <TextInput
          name={FITS_FIELD}
          type="search"
          placeholder="ET-2850"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={MAX_LENGTH}
          defaultValue={model ?? ''}
        />
      </Field>
      <Button type="submit" variant="quiet" size="small" className="min-h-11">
        Show what fits
      </Button>
    </div>
  )
}
