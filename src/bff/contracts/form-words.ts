import type { DataRequestBody, INQUIRY_TYPES, SERVICE_TYPES, SUPPORT_CATEGORIES } from './messages.ts'

/*
 * What the choices of the customers' forms are called, alike in the form, in the inbox and in mails. Without zod, because
 * the forms' pages load it at once.
 */

type Words<Choice extends string> = Readonly<Record<Choice, string>>

export const SUPPORT_CATEGORY_WORDS: Words<(typeof SUPPORT_CATEGORIES)[number]> = {
  technical: 'Technical problem',
  orders: 'Orders and shipping',
  billing: 'Billing',
  returns: 'Returns and exchanges',
  product: 'Product information',
  other: 'Something else',
}

export const INQUIRY_TYPE_WORDS: Words<(typeof INQUIRY_TYPES)[number]> = {
  general: 'General inquiry',
  sales: 'Sales',
  business: 'Business solutions',
  support: 'Technical support',
  service: 'Service and repair',
  warranty: 'Warranty',
}

export const SERVICE_TYPE_WORDS: Words<(typeof SERVICE_TYPES)[number]> = {
  installation: 'Installation',
  training: 'Training',
  maintenance: 'Maintenance',
  repair: 'Repair',
  consultation: 'Consultation',
}

export const VERIFICATION_WORDS: Words<NonNullable<DataRequestBody['verificationMethod']>> = {
  email: 'Email',
  phone: 'Phone',
  mail: 'Mail',
}

/** The choices for a select, after an empty one that asks for a choice. */
export function optionsOf<Choice extends string>(
  words: Words<Choice>,
  ask: string,
): readonly { readonly value: Choice | ''; readonly label: string }[] {
  const choices = Object.entries(words) as [Choice, string][]
  return [{ value: '', label: ask }, ...choices.map(([value, label]) => ({ value, label }))]
}
