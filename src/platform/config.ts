import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { folderRemedy } from './folder-remedy.ts'
import { isLoopback } from './loopback.ts'
import { isTooCommon } from './password-rules.ts'
import { trustedNetworks } from './trusted-networks.ts'
import { ensureSecret, isWeakSecret, SecretFileBroken } from './secret.ts'

export const ROLES = ['web', 'worker', 'all'] as const
export type Role = (typeof ROLES)[number]

const CATALOG_SEARCHES = ['memory', 'database'] as const

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Known to everybody, so it is only for a shop that nobody else can reach. */
const DEMO_ADMIN_PASSWORD = 'superprinter-demo'
const ADMIN_PASSWORD_LENGTH = 12

/** The process does not start; `problems` has one readable sentence per wrong variable. */
export class ConfigProblems extends Error {
  override readonly name = 'ConfigProblems'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The configuration cannot be used:\n${problems.join('\n')}`)
    this.problems = problems
  }
}

/** An address with one of these schemes ("redis", "rediss"). */
function address(schemes: readonly string[], wording: string) {
  return z.string().refine((text) => {
    // The driver reads several hosts separated by commas, which is no URL for the URL parser.
    const scheme = schemes.find((candidate) => text.startsWith(`${candidate}://`))
    return scheme !== undefined && text.length > scheme.length + 3 && !/\s/.test(text)
  }, wording)
}

function whole(wording: string, range: { readonly min: number; readonly max: number }) {
  return z
    .string()
    .regex(/^\d{1,9}$/, wording)
    .transform(Number)
    .refine((value) => value >= range.min && value <= range.max, wording)
}

const secret = z
  .string()
  .refine(
    (text) => !isWeakSecret(text),
    'must be a random text of at least 32 characters, for example from: openssl rand -base64 48',
  )

const flag = z.enum(['true', 'false'], 'must be true or false').transform((text) => text === 'true')

const Environment = z.object({
  NODE_ENV: z.string().default('development'),
  ROLE: z.enum(ROLES, 'must be web, worker or all').default('all'),
  PORT: whole('must be a port number from 0 to 65535', { min: 0, max: 65_535 }).default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be a host name or an address')
    .default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  MONGODB_URI: address(['mongodb', 'mongodb+srv'], 'must begin with mongodb:// or mongodb+srv://').optional(),
  REDIS_URL: address(['redis', 'rediss'], 'must begin with redis:// or rediss://').optional(),
  CATALOG_SEARCH: z.enum(CATALOG_SEARCHES, `must be one of ${CATALOG_SEARCHES.join(', ')}`).default('memory'),
  JWT_SECRET: secret.optional(),
  JWT_SECRET_OLD: secret.optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(ADMIN_PASSWORD_LENGTH, `must have at least ${ADMIN_PASSWORD_LENGTH} characters`)
    .refine(
      (password) => password === DEMO_ADMIN_PASSWORD || !isTooCommon(password, DEMO_ADMIN_PASSWORD.split('-')),
      'is too common: choose a few words that have nothing to do with each other or with this shop',
    )
    .optional(),
  SEED_DEMO: flag.optional(),
  ORDER_REVIEW_MINUTES: whole('must be a whole number of minutes, at most 43200 (30 days)', {
    min: 0,
    max: 43_200,
  }).default(60),
  ORDER_RELEASE_ABOVE: whole('must be a whole number of dollars, at most 99999999', {
    min: 0,
    max: 99_999_999,
  }).default(5000),
  ORDER_LIMIT_FACTOR: whole('must be a whole number from 1 to 1000', { min: 1, max: 1000 }).default(1),
  JOB_LEASE_SECONDS: whole('must be a whole number of seconds, from 1 to 600', { min: 1, max: 600 }).default(10),
  SMTP_URL: address(['smtp', 'smtps'], 'must begin with smtp:// or smtps://, or be "log"')
    .or(z.literal('log'))
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'must be an address such as Superprinter <shop@example.com>',
    )
    .default('Superprinter <no-reply@superprinter.example>'),
  SECURITY_CONTACT: z
    .string()
    .regex(
      /^(?:[^\s<>@:/]+@[^\s<>@:/]+|https:\/\/[^\s<>]+)$/,
      'must be an email address or a page, such as security@example.com or https://example.com/security',
    )
    .optional(),
  GA_MEASUREMENT_ID: z
    .string()
    .regex(/^G-[A-Z0-9]{4,16}$/, 'must look like G-ABC123DEF4')
    .optional(),
  META_PIXEL_ID: z
    .string()
    .regex(/^\d{5,20}$/, 'must be a number of 5 to 20 digits')
    .optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  TRUST_PROXY: trustedNetworks.default([]),
  PUBLIC_URL: z
    .string()
    .refine(
      (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
      'must be an address such as https://shop.example.com',
    )
    .transform((text) => new URL(text).origin)
    .optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  RATE_LIMIT_REQUESTS: whole('must be a whole number of requests per address in 10 seconds, at least 1', {
    min: 1,
    max: 1_000_000,
  }).default(600),
})

type Variable = keyof typeof Environment.shape

/** Every variable that is read; the README's table, .env.example and the compose file name them too. */
export const VARIABLES: readonly string[] = Object.keys(Environment.shape)

/** These may also be given as a file: NAME_FILE is its path. Addresses are among them, for they carry passwords. */
const SECRETS: readonly Variable[] = [
  'MONGODB_URI',
  'REDIS_URL',
  'JWT_SECRET',
  'JWT_SECRET_OLD',
  'ADMIN_PASSWORD',
  'SMTP_URL',
  'METRICS_TOKEN',
]

/**
 * The checked settings, under the names of their variables. What is not set is null: without `MONGODB_URI` the embedded
 * database in `DATA_DIR`, without `REDIS_URL` jobs inside the process, without `SMTP_URL` mails in the log, without
 * `PUBLIC_URL` the address that the request came to, without `METRICS_TOKEN` metrics on this machine only.
 */
export interface Config {
  readonly IS_PRODUCTION: boolean
  readonly ROLE: Role
  readonly PORT: number
  readonly HOST: string
  readonly DATA_DIR: string
  readonly MONGODB_URI: string | null
  readonly REDIS_URL: string | null
  /** Where lists and searches of the catalog are answered: from an index in memory, or by queries of the database. */
  readonly CATALOG_SEARCH: (typeof CATALOG_SEARCHES)[number]
  readonly JWT_SECRET: string
  /** The secret before, whose tokens are still accepted. */
  readonly JWT_SECRET_OLD: string | null
  readonly ADMIN_PASSWORD: string
  /** True while the staff password is the published one of the demonstration, which the gate and the start may show. */
  readonly IS_DEMO_ADMIN_PASSWORD: boolean
  readonly SEED_DEMO: boolean
  readonly ORDER_REVIEW_MINUTES: number
  /** In dollars: when a customer's open orders come to more, the order waits until staff release it. */
  readonly ORDER_RELEASE_ABOVE: number
  /** Multiplies what one customer may hold in open orders. */
  readonly ORDER_LIMIT_FACTOR: number
  /** Another process runs a job when its own process has not renewed the lease for this long. */
  readonly JOB_LEASE_SECONDS: number
  readonly SMTP_URL: string | null
  /** What the log shows of a mail that is not sent: `all` of it in a try-out, `subject` and recipient in production. */
  readonly MAIL_LOG: 'all' | 'subject'
  readonly MAIL_FROM: string
  /** Where people report security problems: an email address or an address of https. */
  readonly SECURITY_CONTACT: string | null
  readonly GA_MEASUREMENT_ID: string | null
  readonly META_PIXEL_ID: string | null
  readonly LOG_LEVEL: LogLevel
  /** Networks whose X-Forwarded-For is believed. */
  readonly TRUST_PROXY: readonly string[]
  /** An origin, without a slash at the end. */
  readonly PUBLIC_URL: string | null
  readonly METRICS_TOKEN: string | null
  /** Requests per address in 10 seconds. */
  readonly RATE_LIMIT_REQUESTS: number
}

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>

/** An empty variable means an absent one, as compose files write them. */
function gather(env: EnvironmentVariables, problems: string[]): Record<string, string> {
  const found: Record<string, string> = {}
  for (const name of Object.keys(Environment.shape) as Variable[]) {
    const value = env[name]?.trim()
    if (value !== undefined && value !== '') found[name] = value
  }
  for (const name of SECRETS) {
    const file = env[`${name}_FILE`]?.trim()
    if (file === undefined || file === '') continue
    if (found[name] !== undefined) {
      problems.push(`${name} and ${name}_FILE are both set: keep one of them`)
      continue
    }
    try {
      const content = readFileSync(file, 'utf8').trim()
      if (content === '') problems.push(`${name}_FILE names an empty file: ${file}`)
      else found[name] = content
    } catch {
      problems.push(`${name}_FILE names a file that cannot be read: ${file}`)
    }
  }
  return found
}

/** The first sign that others can reach the shop; null in a plain try-out on one machine. */
function beyondTryOut(env: z.infer<typeof Environment>): string | null {
  if (env.MONGODB_URI !== undefined) return 'MONGODB_URI is set'
  if (!isLoopback(env.HOST)) return 'HOST is not loopback'
  if (env.NODE_ENV === 'production') return 'NODE_ENV is production'
  if (env.PUBLIC_URL !== undefined && !isLoopback(new URL(env.PUBLIC_URL).hostname)) return 'PUBLIC_URL is not loopback'
  if (env.TRUST_PROXY.length > 0) return 'TRUST_PROXY is set'
  return null
}

const isInProduction = ({ NODE_ENV, MONGODB_URI }: z.infer<typeof Environment>): boolean =>
  NODE_ENV === 'production' || MONGODB_URI !== undefined

/** Checks variables that depend on each other. */
function contradictions(env: z.infer<typeof Environment>): string[] {
  const problems: string[] = []
  const isEmbedded = env.MONGODB_URI === undefined
  if (!isEmbedded && env.JWT_SECRET === undefined) {
    problems.push('JWT_SECRET is required when MONGODB_URI is set, so that every process knows the same one')
  }
  if (env.JWT_SECRET_OLD !== undefined && env.JWT_SECRET_OLD === env.JWT_SECRET) {
    problems.push('JWT_SECRET_OLD must be the secret before JWT_SECRET, not the same one')
  }
  const beyond = beyondTryOut(env)
  if (beyond !== null && env.ROLE !== 'worker' && env.ADMIN_PASSWORD === undefined) {
    problems.push(
      `ADMIN_PASSWORD is required when ${beyond}: choose one of at least ${ADMIN_PASSWORD_LENGTH} characters`,
    )
  }
  if (beyond !== null && env.ADMIN_PASSWORD === DEMO_ADMIN_PASSWORD) {
    problems.push(`ADMIN_PASSWORD must not be the published one of the demonstration when ${beyond}`)
  }
  if (isInProduction(env) && env.SMTP_URL === undefined) {
    problems.push(
      'SMTP_URL is required when NODE_ENV is production or MONGODB_URI is set: name your mail server, or set it to "log" to send no mails and log recipient and subject',
    )
  }
  for (const needed of ['MONGODB_URI', 'REDIS_URL'] as const) {
    if (env.ROLE !== 'all' && env[needed] === undefined) {
      problems.push(`${needed} is required when ROLE is ${env.ROLE}: web and worker processes meet there`)
    }
  }
  return problems
}

function generatedSecret(dataDir: string): string {
  try {
    return ensureSecret(dataDir)
  } catch (error) {
    if (error instanceof SecretFileBroken) throw new ConfigProblems([error.message])
    throw new ConfigProblems([`DATA_DIR cannot be written to: ${dataDir} (${folderRemedy(error)})`])
  }
}

/**
 * Reads the whole configuration from the environment, once, at the start (design section 2). Secrets may also come
 * from files (`JWT_SECRET_FILE`). Makes the folder `DATA_DIR` and the secret in it where none is configured.
 * @param env what `process.env` holds; main.ts passes it
 * @throws ConfigProblems with one readable line per problem
 */
export function loadConfig(env: EnvironmentVariables): Config {
  const problems: string[] = []
  const parsed = Environment.safeParse(gather(env, problems))
  if (!parsed.success) {
    for (const issue of parsed.error.issues) problems.push(`${issue.path.join('.')} ${issue.message}`)
    throw new ConfigProblems(problems)
  }
  const values = parsed.data
  problems.push(...contradictions(values))
  if (problems.length > 0) throw new ConfigProblems(problems)
  const adminPassword = values.ADMIN_PASSWORD ?? DEMO_ADMIN_PASSWORD
  return {
    IS_PRODUCTION: values.NODE_ENV === 'production',
    ROLE: values.ROLE,
    PORT: values.PORT,
    HOST: values.HOST,
    DATA_DIR: values.DATA_DIR,
    MONGODB_URI: values.MONGODB_URI ?? null,
    REDIS_URL: values.REDIS_URL ?? null,
    CATALOG_SEARCH: values.CATALOG_SEARCH,
    JWT_SECRET: values.JWT_SECRET ?? generatedSecret(values.DATA_DIR),
    JWT_SECRET_OLD: values.JWT_SECRET_OLD ?? null,
    ADMIN_PASSWORD: adminPassword,
    IS_DEMO_ADMIN_PASSWORD: adminPassword === DEMO_ADMIN_PASSWORD,
    SEED_DEMO: values.SEED_DEMO ?? values.MONGODB_URI === undefined,
    ORDER_REVIEW_MINUTES: values.ORDER_REVIEW_MINUTES,
    ORDER_RELEASE_ABOVE: values.ORDER_RELEASE_ABOVE,
    ORDER_LIMIT_FACTOR: values.ORDER_LIMIT_FACTOR,
    JOB_LEASE_SECONDS: values.JOB_LEASE_SECONDS,
    SMTP_URL: values.SMTP_URL === undefined || values.SMTP_URL === 'log' ? null : values.SMTP_URL,
    MAIL_LOG: isInProduction(values) ? 'subject' : 'all',
    MAIL_FROM: values.MAIL_FROM,
    SECURITY_CONTACT: values.SECURITY_CONTACT ?? null,
    GA_MEASUREMENT_ID: values.GA_MEASUREMENT_ID ?? null,
    META_PIXEL_ID: values.META_PIXEL_ID ?? null,
    LOG_LEVEL: values.LOG_LEVEL,
    TRUST_PROXY: values.TRUST_PROXY,
    PUBLIC_URL: values.PUBLIC_URL ?? null,
    METRICS_TOKEN: values.METRICS_TOKEN ?? null,
    RATE_LIMIT_REQUESTS: values.RATE_LIMIT_REQUESTS,
  }
}

/** What a command needs to know that works on stored data alone. */
export interface DataConfig {
  readonly DATA_DIR: string
  readonly MONGODB_URI: string | null
  /** As configured; null where it is generated into `DATA_DIR`. */
  readonly JWT_SECRET: string | null
}

const DataEnvironment = Environment.pick({ DATA_DIR: true, MONGODB_URI: true, JWT_SECRET: true })

/**
 * Reads only where the data lies. Nothing else must be set for that.
 * @throws ConfigProblems with one readable line per problem
 */
export function loadDataConfig(env: EnvironmentVariables): DataConfig {
  const problems: string[] = []
  const names = Object.keys(DataEnvironment.shape).flatMap((name) => [name, `${name}_FILE`])
  const parsed = DataEnvironment.safeParse(gather(Object.fromEntries(names.map((name) => [name, env[name]])), problems))
  for (const issue of parsed.error?.issues ?? []) problems.push(`${issue.path.join('.')} ${issue.message}`)
  if (!parsed.success || problems.length > 0) throw new ConfigProblems(problems)
  const { DATA_DIR, MONGODB_URI = null, JWT_SECRET = null } = parsed.data
  return { DATA_DIR, MONGODB_URI, JWT_SECRET }
}
