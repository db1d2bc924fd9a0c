import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { ErrorBody } from '#contracts/errors'
import { DatabaseUnavailable, isDatabaseUnavailable } from '#platform/database/unavailable'
import { AppError, type ErrorKind } from '#platform/errors/errors'
import { withoutPersons } from '#platform/log/describe-error'
import type { Logger } from '#platform/log/logger'
import { ShopIsBusy } from '#platform/errors/not-now'
import { databaseOutage } from './database-outage.ts'
import { fieldMessage } from './field-message.ts'
import { HttpRefusal } from './http-refusal.ts'
import type { SetOwnHeaders } from './security-headers.ts'
import { refusalPage } from './refusal-page.ts'
import { wantsPage } from './wants-page.ts'

/** The HTTP status of each kind of error. */
const STATUS: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  unprocessable: 422,
  'too-many': 429,
  unavailable: 503,
}

/** The web server's own errors, with codes that stay the same when the server's codes change. */
const FRAMEWORK_ERRORS: Readonly<Record<string, readonly [code: string, message: string, status?: number]>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: ['INVALID_JSON', 'The body is not valid JSON.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['INVALID_JSON', 'The body is empty; send JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['INVALID_BODY', 'The body is not as long as the request says.'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['BODY_TOO_LARGE', 'The body is too large.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json.'],
  FST_ERR_BAD_URL: ['BAD_URL', 'The address is not valid.'],
  // A parameter that is longer than any id.
  FST_ERR_MAX_PARAM_LENGTH: ['NOT_FOUND', 'There is nothing at this address.', 404],
}

const RETRY_AFTER_SECONDS = 5

interface Failure extends Omit<ErrorBody, 'requestId'> {
  readonly status: number
  readonly retryAfterSeconds?: number
  /** Whether the shop itself failed, which is logged with its stack. */
  readonly isServerError: boolean
}

/**
 * Describes an error for the caller. The text of an unexpected error never leaves the server.
 * @param isStaff whether the caller is known as staff, who are also told what somebody has to do
 */
export function describeFailure(error: unknown, isStaff = false): Failure {
  if (error instanceof AppError) {
    const isOutage = error instanceof DatabaseUnavailable
    const { code, message, fields, details, retryAfterSeconds } = isOutage ? databaseOutage(error, isStaff) : error
    const status = STATUS[error.kind]
    const wait = retryAfterSeconds ?? (status === 503 ? RETRY_AFTER_SECONDS : undefined)
    return { status, code, message, fields, details, retryAfterSeconds: wait, isServerError: false }
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const invalid = invalidFields(error.validation, error.validationContext)
    const { fields } = invalid
    return { status: 400, code: 'VALIDATION', message: summary(invalid), fields, isServerError: false }
  }
  if (error instanceof HttpRefusal)
    return { status: error.statusCode, code: error.code, message: error.message, isServerError: false }
  if (isDatabaseUnavailable(error)) return { ...describeFailure(databaseOutage(error, isStaff)), isServerError: true }
  const { statusCode, code } = (error instanceof Error ? error : {}) as Partial<FastifyError>
  const known = FRAMEWORK_ERRORS[code ?? '']
  if (known !== undefined) {
    const [ownCode, ownMessage, status = statusCode ?? 400] = known
    return { status, code: ownCode, message: ownMessage, isServerError: false }
  }
  if (statusCode === 503 && error instanceof Error) return describeFailure(new ShopIsBusy(error))
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return {
      status: statusCode,
      code: 'BAD_REQUEST',
      message: 'The request cannot be understood.',
      isServerError: false,
    }
  return {
    status: 500,
    code: 'INTERNAL',
    message: 'Something went wrong on our side. Please try again.',
    isServerError: true,
  }
}

const causes = new WeakMap<FastifyRequest, string>()

/** Notes why a route answers with a status from 500 on by itself, for the request's line in the log. */
export function noteCause(request: FastifyRequest, error: unknown): void {
  const { status, code } = describeFailure(error)
  causes.set(request, `${code}, ${rootOf(error, status)}`)
}

/** Why a request was answered with a status from 500 on, for its line in the log; undefined when nothing was noted. */
export function causeOf(request: FastifyRequest): string | undefined {
  return causes.get(request)
}

/**
 * The first error of the chain of causes, because the sentence for people says little about it. The text of an
 * unexpected error may hold what somebody sent, so it is left to the line with its stack.
 */
function rootOf(error: unknown, status: number): string {
  if (!(error instanceof Error)) return typeof error
  if (error.cause instanceof Error) return rootOf(error.cause, status)
  return status === 500 ? error.name : `${error.name}: ${withoutPersons(error.message)}`
}

/** Sends an error: as a page to a person who opened an address, as an ErrorBody to everybody else. */
export function sendFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  logger: Logger,
): FastifyReply {
  const { status, retryAfterSeconds, isServerError, ...body } = describeFailure(error, Boolean(request.staff))
  if (status >= 500) noteCause(request, error)
  if (isServerError)
    logger.error({ err: error, requestId: request.id, route: request.routeOptions.url }, 'a request failed')
  const wait = retryAfterSeconds === undefined ? undefined : Math.max(1, Math.ceil(retryAfterSeconds))
  if (wait !== undefined) reply.header('retry-after', String(wait))
  // With the name of a file that could not be read, a browser would save what says so.
  reply.code(status).header('cache-control', 'no-store').removeHeader('content-disposition')
  if (wantsPage(request)) {
    const page = refusalPage({ status, message: body.message, retryAfterSeconds: wait, requestId: request.id })
    return reply.type('text/html; charset=utf-8').serializer(String).send(page)
  }
  return reply
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ ...body, requestId: request.id } satisfies ErrorBody)
}

/**
 * Answers every error of every route with an ErrorBody.
 * @param setOwnHeaders for what fails before the hook that sets them
 */
export function registerErrorHandler(app: FastifyInstance, logger: Logger, setOwnHeaders?: SetOwnHeaders): void {
  app.setErrorHandler((error, request, reply) => {
    setOwnHeaders?.(request, reply)
    return sendFailure(request, reply, error, logger)
  })
}

interface ValidationIssue {
  readonly keyword: string
  readonly instancePath: string
  readonly message?: string
  readonly params?: object
}

interface InvalidFields {
  /** The error message of each invalid field by its path: "shippingAddress.city". */
  readonly fields: Record<string, string>
  /** The paths whose message is ours, not the contract's: it does not name the field. */
  readonly own: ReadonlySet<string>
}

function invalidFields(issues: readonly ValidationIssue[], part: string | undefined): InvalidFields {
  const fields: Record<string, string> = {}
  const own = new Set<string>()
  for (const { keyword, instancePath, message, params } of issues) {
    const path = instancePath.slice(1).replaceAll('/', '.') || (part ?? 'body')
    if (Object.hasOwn(fields, path)) continue
    const said = fieldMessage({ ...params, code: keyword, message })
    fields[path] = said.message
    if (said.isOwn) own.add(path)
  }
  return { fields, own }
}

function summary({ fields, own }: InvalidFields): string {
  const [first, ...more] = Object.entries(fields)
  if (first === undefined || more.length > 0) return 'Please check the marked fields.'
  const [path, message] = first
  return own.has(path) ? `${path}: ${message}` : message
}
