import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { EnvironmentVariables } from './config.ts'
import { Environment } from './config-variables.ts'
import { aConfigReader, SECRET } from '../../testing/config-reader.ts'

const { dataDir, problemsOf } = aConfigReader()

describe('what is written of the configuration', () => {
  const textOf = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')
  const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name).toSorted()
  const known = Object.keys(Environment.shape).toSorted()

  it("names every variable in the README's table, and no other", () => {
    const table = textOf('README.md').split('| variable |')[1]?.split('\n\n')[0] ?? ''
    const cells = table
      .split('\n')
      .map((line) => line.split('|')[1] ?? '')
      .join('\n')
    expect(namesIn(cells, /`([A-Z_]+)`/g)).toEqual(known)
  })

  it('says the same default everywhere', () => {
    const defaults = Object.entries(Environment.parse({})).filter(([, value]) => typeof value !== 'object')
    expect(defaults.length).toBeGreaterThan(10)
    const rows = textOf('README.md').split('| variable |')[1]?.split('\n\n')[0]?.split('\n') ?? []
    const examples = textOf('.env.example')
    for (const [name, value] of defaults) {
      const [, , cell = ''] = rows.find((row) => row.split('|')[1]?.includes(`\`${name}\``))?.split('|') ?? []
      expect(cell, name).toContain(`\`${String(value)}\``)
      // The address of mails is the owner's own in the example.
      if (!['NODE_ENV', 'MAIL_FROM'].includes(name)) expect(examples).toContain(`# ${name}=${String(value)}\n`)
    }
  })

  it.each(['web', 'worker'])('names in the guide all that a %s process needs, and no more', (role) => {
    const row = textOf('docs/operations.md').match(new RegExp(`^\\| ${role} \\|.*\\| (.*) \\|$`, 'm'))
    const needed = namesIn(row?.[1] ?? '', /`([A-Z_]+)`/g)
    const values: EnvironmentVariables = {
      MONGODB_URI: 'mongodb://db/shop',
      REDIS_URL: 'redis://queue',
      JWT_SECRET: SECRET,
      SMTP_URL: 'log',
      ADMIN_PASSWORD: 'mossy-lantern-quarry',
    }
    const given = Object.fromEntries(needed.map((name) => [name, values[name]]))
    expect(problemsOf({ ROLE: role, ...given })).toEqual([])
    for (const name of needed) expect(problemsOf({ ROLE: role, ...given, [name]: undefined }), name).not.toEqual([])
  })

  it('says in the README which of them may be files', () => {
    const files = namesIn(textOf('README.md'), /`([A-Z_]+)_FILE`/g)
    const path = join(dataDir(), 'value')
    writeFileSync(path, 'x y')
    for (const name of known) {
      expect(problemsOf({ [`${name}_FILE`]: path }).length > 0, `${name}_FILE`).toBe(files.includes(name))
    }
  })

  it('names every variable of the owner in .env.example and in the compose file', () => {
    const owners = known.filter((name) => name !== 'NODE_ENV')
    expect(namesIn(textOf('.env.example'), /^# ([A-Z_]+)=/gm)).toEqual(owners)
    const own = new Set(['DATA_DIR', 'HOST', 'PORT', 'MONGODB_URI', 'REDIS_URL', 'ROLE'])
    const compose = textOf('docker-compose.yml')
    const given = namesIn(compose, /^ {4}([A-Z_]+): \$\{\1[:}]/gm)
    const asFiles = namesIn(compose, /^ {4}([A-Z_]+)_FILE: \/run\/secrets\//gm).filter((name) => !own.has(name))
    expect([...given, ...asFiles].toSorted()).toEqual(owners.filter((name) => !own.has(name)))
  })
})
