import { z } from 'zod'
import { isTooCommon } from '../security/password-rules.ts'
import { isWeakSecret } from './secret.ts'
import { trustedNetworks } from './trusted-networks.ts'

const ROLES = ['web', 'worker', 'all'] as const
export type Role = (typeof ROLES)[number]

export const CATALOG_SEARCHES = ['memory', 'database'] as const

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Known to everybody, so it is only for a shop that nobody else can reach. */
export const DEMO_ADMIN_PASSWORD = 'superprinter-demo'
export const ADMIN_PASSWORD_LENGTH = 12

/** Of a domain that nobody has. */
export const DEMO_MAIL_FROM = 'Superprinter <no-reply@superprinter.example>'

/** An address with one of these schemes ("redis", "rediss"). */
function address(schemes: readonly string[], wording: string) {
  return z.string().refine(
    (text) => {
      // The driver reads several hosts separated by commas, which is no URL for the URL parser.
      const scheme = schemes.find((candidate) => text.startsWith(`${candidate}://`))
      return scheme !== undefined && text.length > scheme.length + 3 && !/\s/.test(text)
    },
    { error: wording, abort: true },
  )
}

/** One server's address as the URL parser reads it: a password with a "/" or "#" in it is none. */
const hasReadableHost = (url: string): boolean => URL.canParse(url) && new URL(url).hostname !== ''

const UNREADABLE_HOST =
  'must have a host, and a port from 1 to 65535 if any; in user name and password write / as %2F, # as %23 and @ as %40'

/** The client of Redis decodes user name and password, and ends the start with a stack at a "%" that begins no code. */
const isDecodable = (url: string): boolean => !/%(?![\da-f]{2})/i.test(url)

/** Options in an address could switch off TLS, the check of certificates or a setting of the shop's own, or have mails printed. */
const hasNoOptions = (url: string): boolean => !url.includes('?')

const takesNoOptions = (end: string): string =>
  `must end after ${end}: it takes no options (a ? in the password is written %3F; a certificate authority is named in NODE_EXTRA_CA_CERTS)`

const NO_MAIL_SERVER = 'must begin with smtp:// or smtps://, or be "log"'

/** Whether nothing follows host and port but the number of a database; an address that cannot be read is not judged. */
function namesDatabase(url: string): boolean {
  if (!URL.canParse(url)) return true
  const { pathname, hash } = new URL(url)
  return /^(?:\/\d{0,4})?$/.test(pathname) && hash === ''
}

/** Whether an address is no more than scheme, host and port. */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, href, origin } = new URL(text)
  return /^https?:$/.test(protocol) && href === `${origin}/`
}

/**
 * Whether an address asks the driver of MongoDB to connect to any server that answers. Names of its options have no
 * case.
 */
const trustsAnyServer = (uri: string): boolean =>
  /[?&](?:tlsInsecure|tlsAllowInvalid(?:Certificates|Hostnames))=true/i.test(uri)

/** Between the hosts and the options of an address of MongoDB, which the URL parser cannot read; null for none. */
function databaseName(uri: string): string | null {
  const name = /^[^/]+:\/\/(?:[^@/?]*@)?[^@/?]+\/([^?]+)/.exec(uri)?.[1]
  if (name === undefined) return null
  return isDecodable(name) ? decodeURIComponent(name) : name
}

/** Databases of the server itself, in which there are no transactions. */
const SERVERS_OWN: ReadonlySet<string> = new Set(['admin', 'config', 'local'])

/** Whether MongoDB takes the name for a database of the shop. Without one the driver takes "test". */
function isShopsDatabase(uri: string): boolean {
  const name = databaseName(uri)
  return name === null || (/^[^/\\. "$*<>:|?%]{1,63}$/.test(name) && !SERVERS_OWN.has(name))
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

/** Every variable with its own check; config.ts checks them against each other. */
export const Environment = z.object({
  // A misspelled "production" would start a shop without what production asks for.
  NODE_ENV: z
    .enum(['development', 'test', 'production'], 'must be development, test or production')
    .default('development'),
  ROLE: z.enum(ROLES, 'must be web, worker or all').default('all'),
  PORT: whole('must be a port number from 0 to 65535', { min: 0, max: 65_535 }).default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be a host name or an address')
    .default('127.0.0.1'),
  // A shell replaces it; files of settings and units of systemd do not, and a folder of that name would be made.
  DATA_DIR: z
    .string()
    .regex(/^(?!~(?:\/|$))/, 'must not begin with ~, which is not replaced here: write the whole path')
    .default('./data'),
  MONGODB_URI: address(['mongodb', 'mongodb+srv'], 'must begin with mongodb:// or mongodb+srv://')
    .refine(
      (uri) => !trustsAnyServer(uri),
      'must not switch off the check of certificates: name the certificate authority in NODE_EXTRA_CA_CERTS instead',
    )
    .refine(
      isShopsDatabase,
      "must name a database of the shop's own after the hosts, such as mongodb://host/superprinter; for a user of the database admin add authSource=admin",
    )
    .optional(),
  REDIS_URL: address(['redis', 'rediss'], 'must begin with redis:// or rediss://')
    .refine(hasNoOptions, { error: takesNoOptions('host, port and number of the database'), abort: true })
    .refine(hasReadableHost, UNREADABLE_HOST)
    .refine(isDecodable, 'must have % in user name and password written as %25')
    .refine(namesDatabase, 'must have nothing after host and port but the number of a database, such as /1')
    .optional(),
  CATALOG_SEARCH: z.enum(CATALOG_SEARCHES, `must be one of ${CATALOG_SEARCHES.join(', ')}`).default('memory'),
  JWT_SECRET: secret.optional(),
  JWT_SECRET_OLD: secret.optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(ADMIN_PASSWORD_LENGTH, { error: `must have at least ${ADMIN_PASSWORD_LENGTH} characters`, abort: true })
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
  EXPRESS_SHIPPING_CENTS: whole('must be a whole number of cents, such as 1999, at most 100000; 0 offers no express', {
    min: 0,
    max: 100_000,
  }).default(1999),
  CARD_TEST_MODE: flag.default(true),
  JOB_LEASE_SECONDS: whole('must be a whole number of seconds, from 1 to 600', { min: 1, max: 600 }).default(10),
  // What fits neither is a complaint of the union's, which has words of its own.
  SMTP_URL: z
    .union(
      [
        address(['smtp', 'smtps'], NO_MAIL_SERVER)
          .refine(hasNoOptions, takesNoOptions('host and port'))
          .refine(hasReadableHost, UNREADABLE_HOST),
        z.literal('log'),
      ],
      NO_MAIL_SERVER,
    )
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'must be an address such as Superprinter <shop@example.com>',
    )
    .default(DEMO_MAIL_FROM),
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
    .refine(isOrigin, 'must be scheme, host and port alone, such as https://shop.example.com')
    .transform((text) => new URL(text).origin)
    .optional(),
  METRICS_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters')
    // What else a header can have arrives in another form than it was sent in, and never matches.
    .regex(/^[ -~]*$/, 'must have only letters, digits and signs of ASCII')
    .optional(),
  RATE_LIMIT_REQUESTS: whole('must be a whole number of requests per address in 10 seconds, at least 1', {
    min: 1,
    max: 1_000_000,
  }).default(600),
})

export type Variable = keyof typeof Environment.shape
