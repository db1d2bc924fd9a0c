import type { DataRequestFields } from './form-fields.ts'

export interface RequestType {
  readonly value: DataRequestFields['requestType']
  readonly label: string
  readonly description: string
}

/** The seven kinds of privacy request; the first six are also explained as cards (specification 2, section 2). */
export const REQUEST_TYPES: readonly RequestType[] = [
  {
    value: 'access',
    label: 'Access My Data',
    description: 'A copy of the personal information we hold about you, and where it came from.',
  },
  {
    value: 'delete',
    label: 'Delete My Data',
    description: 'Erase your personal information. Orders keep their figures, as tax law demands, without your name.',
  },
  { value: 'correct', label: 'Correct My Data', description: 'Have something that is wrong or incomplete put right.' },
  {
    value: 'opt-out-sale',
    label: 'Opt Out of Sale or Sharing',
    description: 'No sale or sharing of your personal information with anybody, for any purpose.',
  },
  {
    value: 'opt-out-marketing',
    label: 'Opt Out of Marketing',
    description: 'No more offers by email. Messages about your orders still reach you.',
  },
  {
    value: 'data-portability',
    label: 'Data Portability',
    description: 'Your data as a file that machines read, to take it elsewhere.',
  },
  { value: 'other', label: 'Other Privacy Request', description: 'Anything else about your personal information.' },
]
