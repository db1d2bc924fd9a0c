import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isWeakSecret } from './secret.ts'
import { aConfigReader, PRODUCTION, SECRET } from '../../testing/config-reader.ts'

const { dataDir, load, problemsOf } = aConfigReader()

describe('the configuration', () => {
  it('needs nothing on a bare machine', () => {
    expect(load()).toMatchObject({
      ROLE: 'all',
      PORT: 3000,
      HOST: '127.0.0.1',
      MONGODB_URI: null,
      REDIS_URL: null,
      ADMIN_PASSWORD: 'superprinter-demo',
      IS_DEMO_ADMIN_PASSWORD: true,
      SEED_DEMO: true,
      ORDER_REVIEW_MINUTES: 60,
      EXPRESS_SHIPPING_CENTS: 1999,
      CARD_TEST_MODE: true,
      JOB_LEASE_SECONDS: 10,
      RATE_LIMIT_REQUESTS: 600,
      LOG_LEVEL: 'info',
      TRUST_PROXY: [],
      IS_PRODUCTION: false,
    })
  })

  it('offers no express shipping when it costs nothing', () => {
    expect(load({ EXPRESS_SHIPPING_CENTS: '0' })).toMatchObject({ EXPRESS_SHIPPING_CENTS: null })
  })

  it('takes no test cards when it is told so', () => {
    expect(load({ CARD_TEST_MODE: 'false' })).toMatchObject({ CARD_TEST_MODE: false })
    expect(problemsOf({ CARD_TEST_MODE: 'off' })).toEqual(['CARD_TEST_MODE must be true or false'])
  })

  it('takes an empty variable for an absent one', () => {
    expect(load({ REDIS_URL: '', PORT: ' ', MONGODB_URI: '' })).toMatchObject({
      REDIS_URL: null,
      PORT: 3000,
      MONGODB_URI: null,
    })
  })

  it('does not seed a database that is not the embedded one, unless told to', () => {
    expect(load(PRODUCTION).SEED_DEMO).toBe(false)
    expect(load({ ...PRODUCTION, SEED_DEMO: 'true' }).SEED_DEMO).toBe(true)
    expect(load({ SEED_DEMO: 'false' }).SEED_DEMO).toBe(false)
  })

  it('says everything that is wrong at once, one line each', () => {
    const problems = problemsOf({
      PORT: 'eighty',
      ROLE: 'boss',
      REDIS_URL: 'http://redis',
      SEED_DEMO: 'yes',
      ORDER_REVIEW_MINUTES: '1.5',
    })
    expect(problems.map((line) => line.split(' ')[0]).sort()).toEqual([
      'ORDER_REVIEW_MINUTES',
      'PORT',
      'REDIS_URL',
      'ROLE',
      'SEED_DEMO',
    ])
    expect(problems).toContain('PORT must be a port number from 0 to 65535')
    for (const line of problems) expect(line).not.toMatch(/\n|Invalid|undefined/)
  })

  it.each([
    ['PORT', '65536'],
    ['PORT', '0x50'],
    ['PORT', '-1'],
    ['HOST', 'local host'],
    ['ORDER_REVIEW_MINUTES', '99999'],
    ['JOB_LEASE_SECONDS', '0'],
    ['LOG_LEVEL', 'loud'],
    ['PUBLIC_URL', 'shop.example.com'],
    ['PUBLIC_URL', 'ftp://shop.example.com'],
    ['PUBLIC_URL', 'https://shop.example.com/printers'],
    ['PUBLIC_URL', 'https://shop.example.com/?from=mail'],
    ['PUBLIC_URL', 'https://shop.example.com/#top'],
    ['PUBLIC_URL', 'https://shop@shop.example.com'],
    ['SMTP_URL', 'mail.example.com'],
    ['SMTP_URL', 'smtp://mail.example.com:99999'],
    ['SMTP_URL', 'smtps://shop:in/k@mail.example.com'],
    ['REDIS_URL', 'redis://:in#k@redis:6379'],
    ['REDIS_URL', 'redis://redis:6379/queue'],
    ['REDIS_URL', 'redis://redis:6379/1/2'],
    ['REDIS_URL', 'redis://redis:6379/1#x'],
    ['REDIS_URL', 'redis://redis:99999/queue'],
    ['REDIS_URL', 'redis://:in%k@redis:6379'],
    ['NODE_ENV', 'prodution'],
    ['MAIL_FROM', 'Shop <shop@example.com>, Thief <thief@example.com>'],
    ['MAIL_FROM', 'shop'],
    ['GA_MEASUREMENT_ID', 'G-1\'"><script>'],
    ['META_PIXEL_ID', 'abc'],
    ['METRICS_TOKEN', 'short'],
    ['METRICS_TOKEN', 'schlüssel-für-die-zahlen'],
    ['RATE_LIMIT_REQUESTS', '0'],
    ['MONGODB_URI', 'postgres://db'],
    ['DATA_DIR', '~/data'],
    ['DATA_DIR', '~'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/8,2'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '10.0.0.0/8, ::/0'],
    ['TRUST_PROXY', '128.0.0.0/1'],
    ['TRUST_PROXY', '::ffff:0.0.0.0/96'],
    ['TRUST_PROXY', 'fe80::1%eth0'],
    ['ADMIN_PASSWORD', 'kGh72!xpQz4'],
    ['ADMIN_PASSWORD', 'password12345'],
    ['ADMIN_PASSWORD', 'Sup3rPrinter!'],
    ['ADMIN_PASSWORD', 'qwertyuiopqwerty'],
  ])('refuses %s=%s and names the variable', (name, value) => {
    expect(problemsOf({ [name]: value }).filter((line) => line.startsWith(`${name} `))).toHaveLength(1)
  })

  it.each([
    ['DATA_DIR', '"/var/lib/shop"'],
    ['MAIL_FROM', '"orders@shop.example"'],
    ['MAIL_FROM', "'My Shop <orders@shop.example>'"],
    ['SECURITY_CONTACT', '"security@shop.example"'],
    ['ADMIN_PASSWORD', '"mossy lantern quay"'],
    ['METRICS_TOKEN', '"a-token-for-the-scraper"'],
    ['PORT', '"3000"'],
    ['PUBLIC_URL', '"https://shop.example"'],
  ])(
    'takes no quotation marks around a value, which not everything that reads a file of settings removes: %s=%s',
    (name, value) => {
      expect(problemsOf({ ...PRODUCTION, [name]: value })).toEqual([
        `${name} must stand without the quotation marks around it`,
      ])
    },
  )

  it('takes a name in quotation marks, and secrets as they are', () => {
    const JWT_SECRET = `"${'kGh72!xpQz4'.repeat(4)}"`
    const MAIL_FROM = '"My Shop" <orders@shop.example>'
    expect(load({ ...PRODUCTION, JWT_SECRET, MAIL_FROM })).toMatchObject({ JWT_SECRET, MAIL_FROM })
  })

  it.each(['mail.example.com', 'LOG', 'http://mail.example.com'])(
    'says what SMTP_URL takes in place of %s',
    (value) => {
      expect(problemsOf({ SMTP_URL: value })).toEqual(['SMTP_URL must begin with smtp:// or smtps://, or be "log"'])
    },
  )

  it.each([
    ['SMTP_URL', 'smtps://shop:ink@mail.example?tls.rejectUnauthorized=false'],
    ['SMTP_URL', 'smtp://shop:ink@mail.example/?ignoreTLS=true'],
    ['SMTP_URL', 'smtp://shop:ink@mail.example/?debug=true&logger=true'],
    ['REDIS_URL', 'rediss://redis:6379?tls=false'],
    ['REDIS_URL', 'rediss://:in/k@redis:6379/1?maxRetriesPerRequest=1'],
    ['MONGODB_URI', 'mongodb://db/shop?tls=true&tlsInsecure=true'],
    ['MONGODB_URI', 'mongodb+srv://db/shop?TLSAllowInvalidCertificates=true'],
    ['MONGODB_URI', 'mongodb://db/shop?replicaSet=rs0&tlsAllowInvalidHostnames=true'],
    ['NODE_TLS_REJECT_UNAUTHORIZED', '0'],
  ])('has no way to switch off the check of certificates: %s=%s', (name, value) => {
    expect(problemsOf({ ...PRODUCTION, [name]: value })).toEqual([
      expect.stringMatching(new RegExp(`^${name} .*NODE_EXTRA_CA_CERTS`)),
    ])
  })

  it.each(['admin', 'local', 'config', 'shop.eu', 'my%20shop', '%24shop', `${'x'.repeat(64)}`, 'shop%'])(
    'takes no name that no shop can be kept under: %s',
    (name) => {
      expect(problemsOf({ ...PRODUCTION, MONGODB_URI: `mongodb://shop:ink@db/${name}?replicaSet=rs0` })).toEqual([
        expect.stringMatching(/^MONGODB_URI must name a database of the shop's own .*authSource=admin/),
      ])
    },
  )

  it.each([
    'mongodb://db1,db2/?replicaSet=rs0',
    'mongodb://db/test',
    'mongodb://%2Ftmp%2Fdb.sock/shop_1-eu',
    'mongodb+srv://a:b@db.example/Shop?w=1',
  ])('takes the database at %s', (uri) => {
    expect(load({ ...PRODUCTION, MONGODB_URI: uri }).MONGODB_URI).toBe(uri)
  })

  it('believes only the networks it is told', () => {
    expect(load({ ...PRODUCTION, TRUST_PROXY: '10.0.0.0/8, 192.168.1.7,fd00::/8' }).TRUST_PROXY).toEqual([
      '10.0.0.0/8',
      '192.168.1.7',
      'fd00::/8',
    ])
  })

  it.each(['redis://redis', 'rediss://:ink@redis:6379/', 'redis://redis/15'])('takes the queue at %s', (url) => {
    expect(load({ ...PRODUCTION, REDIS_URL: url }).REDIS_URL).toBe(url)
  })

  it('keeps the origin of the public address', () => {
    expect(load({ ...PRODUCTION, PUBLIC_URL: 'https://shop.example.com/' }).PUBLIC_URL).toBe('https://shop.example.com')
  })

  it('needs a real secret and a staff password as soon as the database is a server', () => {
    expect(problemsOf({ MONGODB_URI: PRODUCTION.MONGODB_URI }).map((line) => line.split(' ')[0])).toEqual([
      'JWT_SECRET',
      'ADMIN_PASSWORD',
      'SMTP_URL',
    ])
    expect(load(PRODUCTION)).toMatchObject({
      JWT_SECRET: SECRET,
      ADMIN_PASSWORD: 'paper-and-ink',
      IS_DEMO_ADMIN_PASSWORD: false,
    })
  })

  it.each([
    { HOST: '0.0.0.0' },
    { HOST: 'shop.example' },
    { NODE_ENV: 'production' },
    { PUBLIC_URL: 'https://shop.example' },
    { PUBLIC_URL: 'http://localhost.example' },
    { TRUST_PROXY: '127.0.0.1' },
    { NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example', TRUST_PROXY: '10.0.0.0/8' },
  ])('needs a staff password of its own when others may reach the shop: %j', (env) => {
    for (const ADMIN_PASSWORD of ['', 'superprinter-demo']) {
      const problems = problemsOf({ ...env, ADMIN_PASSWORD, SMTP_URL: 'log' })
      expect(problems).toHaveLength(1)
      expect(problems[0]).toMatch(/^ADMIN_PASSWORD /)
    }
    expect(load({ ...env, ADMIN_PASSWORD: 'paper-and-ink', SMTP_URL: 'log' }).IS_DEMO_ADMIN_PASSWORD).toBe(false)
  })

  it.each([
    { HOST: '127.0.0.1' },
    { HOST: '::1' },
    { HOST: 'localhost' },
    { PUBLIC_URL: 'http://localhost:3000' },
    { PUBLIC_URL: 'http://[::1]:3000' },
    { ADMIN_PASSWORD: 'superprinter-demo' },
  ])('has the published staff password in a plain try-out: %j', (env) => {
    expect(load(env)).toMatchObject({ IS_DEMO_ADMIN_PASSWORD: true, ADMIN_PASSWORD: 'superprinter-demo' })
  })

  it('needs a mail server in production, or the word of its owner that there is none', () => {
    expect(load()).toMatchObject({ SMTP_URL: null, MAIL_LOG: 'all' })
    expect(load({ SMTP_URL: 'log' })).toMatchObject({ SMTP_URL: null, MAIL_LOG: 'all' })
    for (const env of [{ NODE_ENV: 'production', ADMIN_PASSWORD: PRODUCTION.ADMIN_PASSWORD }, PRODUCTION]) {
      const problems = problemsOf({ ...env, SMTP_URL: '' })
      expect(problems).toHaveLength(1)
      expect(problems[0]).toMatch(/^SMTP_URL is required .* name your mail server, or set it to "log"/)
      expect(load({ ...env, SMTP_URL: 'log' })).toMatchObject({ SMTP_URL: null, MAIL_LOG: 'subject' })
      expect(load({ ...env, SMTP_URL: 'smtp://mail.example' })).toMatchObject({ SMTP_URL: 'smtp://mail.example' })
    }
  })

  it.each(['web', 'worker'])('lets a %s process run alone only where both sides can meet', (ROLE) => {
    expect(problemsOf({ ROLE }).map((line) => line.split(' ')[0])).toEqual(['MONGODB_URI', 'REDIS_URL'])
    expect(problemsOf({ ...PRODUCTION, ROLE }).map((line) => line.split(' ')[0])).toEqual(['REDIS_URL'])
    expect(problemsOf({ ...PRODUCTION, ROLE, REDIS_URL: 'redis://cache:6379/1' })).toEqual([])
  })

  it('takes a former secret beside the new one', () => {
    const former = [...SECRET].toReversed().join('')
    expect(load({ ...PRODUCTION, JWT_SECRET_OLD: former }).JWT_SECRET_OLD).toBe(former)
    expect(load(PRODUCTION).JWT_SECRET_OLD).toBeNull()
    expect(problemsOf({ ...PRODUCTION, JWT_SECRET_OLD: SECRET })).toHaveLength(1)
    expect(problemsOf({ ...PRODUCTION, JWT_SECRET_OLD: 'weak' })).toHaveLength(1)
  })

  it('needs no staff password in a worker', () => {
    expect(problemsOf({ ...PRODUCTION, ADMIN_PASSWORD: '', ROLE: 'worker', REDIS_URL: 'redis://cache' })).toEqual([])
  })

  it('reads secrets from files, and refuses to guess when a secret is given twice', () => {
    const file = join(dataDir(), 'password')
    writeFileSync(file, 'from-a-secret-file\n')
    expect(load({ ADMIN_PASSWORD_FILE: file }).ADMIN_PASSWORD).toBe('from-a-secret-file')
    expect(problemsOf({ ADMIN_PASSWORD_FILE: file, ADMIN_PASSWORD: 'paper-and-ink' })).toHaveLength(1)
    expect(problemsOf({ ADMIN_PASSWORD_FILE: join(dataDir(), 'nothing') })).toHaveLength(1)
    writeFileSync(file, '\n')
    expect(problemsOf({ ADMIN_PASSWORD_FILE: file })).toEqual([`ADMIN_PASSWORD_FILE names an empty file: ${file}`])
  })

  it('never repeats a secret in what it says', () => {
    const lines = problemsOf({
      JWT_SECRET: 'hunter2',
      ADMIN_PASSWORD: 'tiny',
      MONGODB_URI: 'postgres://me:swordfish@db',
    }).join('\n')
    expect(lines).not.toMatch(/hunter2|tiny|swordfish/)
  })
})

describe('a weak secret', () => {
  it.each([
    'supersecret',
    'a'.repeat(64),
    'change-me-please-change-me-please-change',
    'your-super-secret-jwt-key-change-in-production',
    'secretsecretsecretsecretsecretsecret',
    '12345678901234567890123456789012',
    SECRET.slice(1),
  ])('is recognized: %s', (secret) => {
    expect(isWeakSecret(secret)).toBe(true)
  })
})
