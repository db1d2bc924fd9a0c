import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadConfig } from '../src/platform/config/config.ts'
import { Environment } from '../src/platform/config/config-variables.ts'
import { root } from './toolchain.mjs'

const compose = readFileSync(join(root, 'docker-compose.yml'), 'utf8')

/** The lines below a key, with the key's name. */
function blocksOf(text: string, indent: string): ReadonlyMap<string, string> {
  const parts = text.split(new RegExp(`^${indent}([\\w-]+):.*\\n`, 'm')).slice(1)
  return new Map(parts.flatMap((name, at) => (at % 2 === 0 ? [[name, parts[at + 1] ?? ''] as const] : [])))
}

const blocks = blocksOf(compose, '')
const services = blocksOf(blocks.get('services') ?? '', '  ')
/** What a service says itself or takes from the block of the shop's processes. */
const ownOf = (service: string) => (service.includes('<<: *shop') ? service + (blocks.get('x-shop') ?? '') : service)

/** Secrets that are addresses. */
const SAMPLES: Readonly<Record<string, string>> = {
  mongodb_uri: 'mongodb://superprinter:pass@mongo:27017/superprinter?replicaSet=rs0&authSource=superprinter',
  redis_url: 'redis://default:pass@redis:6379',
  smtp_url: 'log',
}

describe('the compose file', () => {
  it('lets no service do more than it must', () => {
    expect([...services.keys()]).toEqual(['web', 'worker', 'mongo', 'redis'])
    const hardened = blocks.get('x-hardened') ?? ''
    for (const rule of ['read_only: true', 'cap_drop: [ALL]', "security_opt: ['no-new-privileges:true']"])
      expect(hardened).toContain(rule)
    for (const [name, service] of services) {
      for (const rule of ['<<: *hardened', 'mem_limit: ', 'pids_limit: ', 'networks: ', 'secrets: '])
        expect(ownOf(service), name).toContain(rule)
      expect(service, name).not.toMatch(/privileged|cap_add|network_mode|pid:|docker\.sock/)
    }
  })

  it('opens one port, on the loopback device, and no way out for databases', () => {
    expect(compose.match(/^ *ports:.*$/gm)).toEqual(["    ports: ['127.0.0.1:${PORT:-3000}:3000']"])
    for (const name of ['mongo', 'redis']) expect(services.get(name)).toContain('networks: [data]')
    expect(blocks.get('networks')).toContain('data: { internal: true }')
  })

  it('asks MongoDB and Redis for logins, and keeps every secret in a file', () => {
    expect(services.get('mongo')).toContain('--keyFile')
    expect(services.get('redis')).toContain('requirepass')
    const values = [
      ...compose.matchAll(/^ +([A-Z_]*(?:SECRET|PASSWORD|TOKEN|_URI|REDIS_URL|SMTP_URL)[A-Z_]*): (.*)$/gm),
    ]
    expect(values.length).toBeGreaterThan(5)
    for (const [, name, value] of values) expect(`${name}: ${value}`).toMatch(/_FILE: \/run\/secrets\/\w+$/)
    const named = new Set([...compose.matchAll(/\/run\/secrets\/(\w+)/g)].map(([, name]) => name))
    const listed = [...(blocks.get('secrets') ?? '').matchAll(/^ {2}(\w+): \{ file: \.\/secrets\/\1 \}$/gm)]
    const initialized = readFileSync(join(root, 'deploy', 'mongo-user.js'), 'utf8')
    for (const [, name] of initialized.matchAll(/\/run\/secrets\/(\w+)/g)) named.add(name)
    expect(listed.map(([, name]) => name).toSorted()).toEqual([...named].toSorted())
  })

  it('knows how a process is, and restarts it', () => {
    expect(readFileSync(join(root, 'Dockerfile'), 'utf8')).toContain('HEALTHCHECK')
    for (const name of ['mongo', 'redis']) expect(services.get(name)).toContain('healthcheck:')
    expect(blocks.get('x-hardened')).toContain('restart: unless-stopped')
  })

  /** What the shop's processes get: names and values as they stand, without what compose fills in. */
  const given = new Map(
    [...(blocks.get('x-shop') ?? '').matchAll(/^ {4}([A-Z_]+): (.*)$/gm)].map(
      ([, name = '', value = '']) => [name, value] as const,
    ),
  )
  const unset = (value: string) =>
    value.replaceAll(/\$\{\w+(?::-([^}]*)|:\?[^}]*)?\}/g, (_, otherwise = '') => otherwise as string)

  it('passes on every setting of the shop, and none that it does not know', () => {
    // The image says where it listens and keeps its data, and each service what it does.
    const others = ['NODE_ENV', 'HOST', 'PORT', 'DATA_DIR', 'ROLE']
    const passed = [...given.keys()].map((name) => name.replace(/_FILE$/, ''))
    expect([...passed, ...others].toSorted()).toEqual(Object.keys(Environment.shape).toSorted())
    for (const [name, value] of given)
      if (value.startsWith('${')) expect(value, name).toMatch(new RegExp(`^\\$\\{${name}(?::-[^}]*|:\\?[^}]+)\\}$`))
  })

  it('starts both processes with nothing set but the address and the secrets that are made', () => {
    const folder = mkdtempSync(join(tmpdir(), 'superprinter-compose-'))
    try {
      const made = readFileSync(join(root, 'scripts', 'make-secrets.mjs'), 'utf8')
      const secrets = [...(blocks.get('secrets') ?? '').matchAll(/^ {2}(\w+):/gm)].map(([, name = '']) => name)
      for (const secret of secrets) {
        expect(made).toMatch(new RegExp(`^ {4,6}${secret}: `, 'm'))
        writeFileSync(join(folder, secret), `${SAMPLES[secret] ?? `${secret}-${'x7Q'.repeat(16)}`}\n`)
      }
      const env = Object.fromEntries(
        [...given].map(([name, value]) => [name, unset(value).replace('/run/secrets', folder)]),
      )
      for (const ROLE of ['web', 'worker']) {
        const config = loadConfig({
          ...env,
          ROLE,
          PUBLIC_URL: 'https://shop.example',
          NODE_ENV: 'production',
          HOST: '0.0.0.0',
          DATA_DIR: folder,
        })
        expect(config).toMatchObject({
          ROLE,
          IS_PRODUCTION: true,
          SEED_DEMO: false,
          PUBLIC_URL: 'https://shop.example',
        })
        expect(config.MONGODB_URI).toBe(SAMPLES['mongodb_uri'])
        expect(config.METRICS_TOKEN).toBe(readFileSync(join(folder, 'metrics_token'), 'utf8').trim())
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('asks a process how it is at an address that there is', () => {
    const [, path = ''] =
      /fetch\(`http:\/\/127\.0\.0\.1:\$\{process\.env\.PORT\}(\/api[\w/]+)`\)/.exec(
        readFileSync(join(root, 'Dockerfile'), 'utf8'),
      ) ?? []
    expect(path).not.toBe('')
    expect(readFileSync(join(root, 'src', 'bff', 'routes', 'health.ts'), 'utf8')).toContain(
      `url: '${path.replace('/api', '')}'`,
    )
  })
})
