import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
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
})
