import { groupDigits } from '#platform/shared-kernel/money'

/** What is wrong with one field, as zod says it. */
export interface FieldIssue {
  readonly code: string
  readonly message?: string
  readonly expected?: unknown
  readonly values?: unknown
  readonly origin?: unknown
  readonly minimum?: unknown
  readonly maximum?: unknown
  readonly inclusive?: unknown
  readonly format?: unknown
}

/** For what no sentence of a few words describes, such as a value that fits none of several shapes. */
const GENERIC_MESSAGE = 'This is missing or not accepted'
/** This message is specified (2, section 5), although it looks like one of zod's. */
const SPECIFIED_MESSAGE = 'Invalid email address'
/** More of them would be a page and no sentence. */
const MAX_NAMED_VALUES = 20

const MISSING = 'This is missing'

const KINDS: Readonly<Record<string, string>> = {
  string: 'Send a text',
  number: 'Send a number',
  int: 'Send a whole number',
  boolean: 'Send true or false',
  array: 'Send a list',
  object: 'Send an object',
}

const FORMATS: Readonly<Record<string, string>> = {
  date: 'Send a date like 2026-12-31',
  datetime: 'Send a time like 2026-12-31T12:00:00Z',
}

/** A bound by what it counts. `least` and `most` are followed by it, and the unit stands behind. */
const BOUNDS: Readonly<Record<string, { readonly least: string; readonly most: string; readonly unit: string }>> = {
  number: { least: 'Send a number of at least', most: 'Send a number of at most', unit: '' },
  int: { least: 'Send a number of at least', most: 'Send a number of at most', unit: '' },
  string: { least: 'Write at least', most: 'Use at most', unit: 'character' },
  array: { least: 'Send at least', most: 'Send at most', unit: 'value' },
}

/**
 * What to say of a field that is not accepted. The contracts have messages for people. Messages of zod itself are for
 * engineers: they are replaced by a sentence that says what is accepted (`isOwn`), which does not name the field.
 */
export function fieldMessage(issue: FieldIssue): { readonly message: string; readonly isOwn: boolean } {
  const { message } = issue
  if (message !== undefined && (message === SPECIFIED_MESSAGE || !isOfZod(message))) return { message, isOwn: false }
  return { message: whatIsAccepted(issue) ?? GENERIC_MESSAGE, isOwn: true }
}

function isOfZod(message: string): boolean {
  return /^(Invalid|Too (big|small)|Unrecognized)\b/.test(message)
}

function whatIsAccepted(issue: FieldIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.message?.endsWith('received undefined') === true ? MISSING : KINDS[String(issue.expected)]
    case 'invalid_value':
      return choiceOf(issue.values)
    case 'too_small':
      return boundOf(issue, 'least')
    case 'too_big':
      return boundOf(issue, 'most')
    case 'invalid_format':
      return FORMATS[String(issue.format)]
    default:
      return undefined
  }
}

function choiceOf(values: unknown): string | undefined {
  if (!Array.isArray(values) || values.length === 0 || values.length > MAX_NAMED_VALUES) return undefined
  return `Choose ${values.map(String).join(', ')}`
}

function boundOf({ origin, minimum, maximum, inclusive }: FieldIssue, side: 'least' | 'most'): string | undefined {
  const words = BOUNDS[String(origin)]
  const bound = side === 'least' ? minimum : maximum
  if (words === undefined || typeof bound !== 'number') return undefined
  if (inclusive === false)
    return words.unit === '' ? `Send a number ${side === 'least' ? 'above' : 'below'} ${bound}` : undefined
  const unit = words.unit === '' ? '' : ` ${words.unit}${bound === 1 ? '' : 's'}`
  return `${words[side]} ${groupDigits(bound)}${unit}`
}
