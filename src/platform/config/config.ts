import { readFileSync } from 'node:fs'
import type { z } from 'zod'
import { folderRemedy } from '../process/folder-remedy.ts'
import { isLoopback } from './loopback.ts'
import {
  ADMIN_PASSWORD_LENGTH,
  type CATALOG_SEARCHES,
  DEMO_ADMIN_PASSWORD,
  Environment,
  type LogLevel,
  type Role,
  type Variable,
} from './config-variables.ts'
import { makeWritableFolder } from '../process/make-folder.ts'
import { ensureSecret, SecretFileBroken } from './secret.ts'

/** The process does not start; `problems` has one readable sentence per wrong variable. */
export class ConfigProblems extends Error {
  override readonly name = 'ConfigProblems'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The configuration cannot be used:\n${problems.join('\n')}`)
    this.problems = problems
  }
}

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
  /** What express shipping costs at the checkout; null: it is arranged by phone. */
  readonly EXPRESS_SHIPPING_CENTS: number | null
  /** Whether the checkout offers "Pay with Card", which takes published test numbers and charges nothing. */
  readonly CARD_TEST_MODE: boolean
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

/** Shops may have been signing with such ones, marks and all. */
const AS_THEY_ARE: ReadonlySet<Variable> = new Set(['JWT_SECRET', 'JWT_SECRET_OLD'])

/** What stands in quotation marks: shells and systemd remove them, `docker run --env-file` does not. */
const QUOTED = /^(["'])(.*)\1$/s

/** An empty variable means an absent one, as compose files write them. */
function gather(env: EnvironmentVariables, problems: string[]): Record<string, string> {
  const found: Record<string, string> = {}
  for (const name of Object.keys(Environment.shape) as Variable[]) {
    const value = env[name]?.trim()
    if (value === undefined || value === '') continue
    const [, , quoted] = AS_THEY_ARE.has(name) ? [] : (QUOTED.exec(value) ?? [])
    if (quoted !== undefined) problems.push(`${name} must stand without the quotation marks around it`)
    found[name] = quoted ?? value
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

/**
 * The secret to sign with, which without a database server may be one that lies in the data folder. That folder is
 * looked at here in any case, because the built-in database needs it, too.
 */
function usableSecret({ MONGODB_URI, DATA_DIR: dataDir, JWT_SECRET }: z.infer<typeof Environment>): string {
  try {
    if (MONGODB_URI === undefined) makeWritableFolder(dataDir)
    return JWT_SECRET ?? ensureSecret(dataDir)
  } catch (error) {
    if (error instanceof SecretFileBroken) throw new ConfigProblems([error.message])
    throw new ConfigProblems([`DATA_DIR cannot be written to: ${dataDir} (${folderRemedy(error)})`])
  }
}

/** What Node itself reads and the shop does not work with. */
function dangers(env: EnvironmentVariables): string[] {
  return env.NODE_TLS_REJECT_UNAUTHORIZED === '0'
    ? ['NODE_TLS_REJECT_UNAUTHORIZED must not be 0: name the certificate authority in NODE_EXTRA_CA_CERTS instead']
    : []
}

/**
 * Reads the whole configuration from the environment, once, at the start. Secrets may also come
 * from files (`JWT_SECRET_FILE`). Makes the folder `DATA_DIR` and the secret in it where none is configured.
 * @param env what `process.env` holds; main.ts passes it
 * @throws ConfigProblems with one readable line per problem
 */
export function loadConfig(env: EnvironmentVariables): Config {
  const problems = dangers(env)
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
    JWT_SECRET: usableSecret(values),
    JWT_SECRET_OLD: values.JWT_SECRET_OLD ?? null,
    ADMIN_PASSWORD: adminPassword,
    IS_DEMO_ADMIN_PASSWORD: adminPassword === DEMO_ADMIN_PASSWORD,
    SEED_DEMO: values.SEED_DEMO ?? values.MONGODB_URI === undefined,
    ORDER_REVIEW_MINUTES: values.ORDER_REVIEW_MINUTES,
    ORDER_RELEASE_ABOVE: values.ORDER_RELEASE_ABOVE,
    ORDER_LIMIT_FACTOR: values.ORDER_LIMIT_FACTOR,
    EXPRESS_SHIPPING_CENTS: values.EXPRESS_SHIPPING_CENTS === 0 ? null : values.EXPRESS_SHIPPING_CENTS,
    CARD_TEST_MODE: values.CARD_TEST_MODE,
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
