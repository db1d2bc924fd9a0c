import { MAX_CAUSES } from '../errors/causes.ts'
import { isDatabaseSilent } from '../database/silence.ts'
import { nameSourcePlaces } from './source-places.ts'

/** What is shown of an error beside its type, message and stack, where it is a text or a number. */
const SHOWN_FIELDS = ['code', 'codeName', 'syscall', 'responseCode'] as const

/**
 * What the log shows of an error: its type, message, stack and codes, and the same of its causes and of the errors that
 * it gathers. Drivers attach what they were given, a command with a password or a document with a person's data, so
 * nothing else is shown. Where the database does not answer, the stack is left out: it says where the shop was, a line each
 * time in which nobody finds the reason.
 * @param error what was thrown; a text or a number is shown as it is
 */
export function describeError(error: unknown): unknown {
  return describe(error, !isDatabaseSilent(error), 0)
}

function describe(error: unknown, hasStack: boolean, depth: number): unknown {
  if (typeof error === 'function') return undefined
  if (typeof error !== 'object' || error === null) return error
  const { message, stack, cause, errors, errorLabels } = error as Record<string, unknown>
  const described: Record<string, unknown> = { type: error.constructor?.name }
  if (typeof message === 'string') described['message'] = withoutPersons(message)
  if (hasStack && typeof stack === 'string') described['stack'] = nameSourcePlaces(stackWithoutPersons(stack, message))
  for (const field of SHOWN_FIELDS) {
    const value = (error as Record<string, unknown>)[field]
    if (typeof value === 'string' || typeof value === 'number') described[field] = value
  }
  if (Array.isArray(errorLabels) && errorLabels.length > 0)
    described['errorLabels'] = errorLabels.filter((label) => typeof label === 'string')
  if (depth === MAX_CAUSES) return described
  if (cause !== undefined) described['cause'] = describe(cause, hasStack, depth + 1)
  if (Array.isArray(errors)) described['errors'] = errors.map((each) => describe(each, hasStack, depth + 1))
  return described
}

/** An email address, as mail servers repeat it when they refuse a recipient. It is looked for once in each word. */
const EMAIL_ADDRESS = /(?<![^\s<>()[\]{}"',;:/@])[^\s<>()[\]{}"',;:/@]+@[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63})+/gi

/** A text in which no email address stands any more. */
export function withoutAddresses(text: string): string {
  return text.replaceAll(EMAIL_ADDRESS, '[address]')
}

/** MongoDB names the whole command that a user may not run, with all that it was to find or to write. */
const REFUSED_COMMAND = /(to execute command \{ \w+: [^,}]*),.*/s

/**
 * A message without email addresses, and without what MongoDB repeats of what it was given, in which persons may stand: the
 * value that its error 11000 names, and the command of its error 13 beyond its name.
 */
export function withoutPersons(message: string): string {
  return withoutAddresses(
    message.replace(/dup key:.*/s, 'dup key: not shown').replace(REFUSED_COMMAND, '$1, not shown }'),
  )
}

function stackWithoutPersons(stack: string, message: unknown): string {
  const shown =
    typeof message === 'string' && message !== '' ? stack.replace(message, () => withoutPersons(message)) : stack
  // Where the message was changed after the error was made, the stack begins with the former one.
  return shown.replace(/dup key:(?! not shown).*?(?=\n\s+at |$)/gs, 'dup key: not shown')
}
