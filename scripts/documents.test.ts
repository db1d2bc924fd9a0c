import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const documentsIn = (folder: string, recursive: boolean) =>
  readdirSync(join(root, folder), { recursive, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name))
const documents = [
  ...documentsIn('.', false),
  ...documentsIn('docs', true),
  ...documentsIn('src', true),
  ...readdirSync(join(root, 'packages')).flatMap((name) => documentsIn(join('packages', name), false)),
]
const textOf = (document: string) => readFileSync(join(root, document), 'utf8')

const sources = ['src', 'packages', 'scripts', 'bench', 'e2e', 'deploy'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `/${folder}/${path}`),
)
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>
}

/** The name that a heading has in an address, as the sites that show these documents make it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
const anchorsIn = (document: string) =>
  [...textOf(document).matchAll(/^#+ +(.+)$/gm)].map(([, text = '']) => anchorOf(text))

describe('the documents', () => {
  it.each(documents)('lead only to what exists: %s', (document) => {
    const broken = [...textOf(document).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^[a-z]+:/.test(target))
      .filter((target) => {
        const [path = '', anchor] = target.split('#')
        const file = path === '' ? document : join(dirname(document), path)
        if (!existsSync(join(root, file))) return true
        return anchor !== undefined && !anchorsIn(file).includes(anchor)
      })
    expect(broken).toEqual([])
  })

  it.each(documents)('name only source files and scripts that exist: %s', (document) => {
    if (document === 'CHANGELOG.md') return
    const text = textOf(document)
    const named = [...text.matchAll(/`(\w[\w.-]*(?:\/[\w.-]+)*\.(?:css|mjs|tsx?))\b[^`]*`/g)].map(
      ([, file = '']) => file,
    )
    expect(named.filter((file) => !sources.some((path) => path.endsWith(`/${file}`)))).toEqual([])
    const scripts = [...text.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, script = '']) => script)
    expect(scripts.filter((script) => !(script in manifest.scripts))).toEqual([])
  })

  it('name every command in the table of the README', () => {
    const table = textOf('README.md').split('| command |')[1]?.split('\n\n')[0] ?? ''
    const named = [...table.matchAll(/npm run ([\w:-]+)/g)].map(([, script = '']) => script)
    const commands = Object.keys(manifest.scripts).filter((script) => script !== 'start' && script !== 'test')
    expect(commands.filter((script) => !named.includes(script))).toEqual([])
  })

  it.each([
    ['src/platform', 'src/platform/README.md'],
    ...['concurrency', 'config', 'errors', 'log', 'process', 'redis', 'security', 'shared-kernel', 'text', 'time'].map(
      (folder) => [`src/platform/${folder}`, 'src/platform/README.md'],
    ),
    ['src/bff', 'src/bff/README.md'],
    ['packages/embedded-mongo/src', 'packages/embedded-mongo/README.md'],
  ])('say what every folder and file at the top of %s is for', (folder, document) => {
    const about = textOf(document)
    const entries = readdirSync(join(root, folder), { withFileTypes: true })
      .filter(({ name }) => !/\.md$|\.test\.ts$|^testing$/.test(name))
      .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    expect(entries.length).toBeGreaterThan(1)
    expect(entries.filter((entry) => !about.includes(`\`${entry}\``))).toEqual([])
  })

  it.each(readdirSync(join(root, 'src', 'modules')))(
    'name every event and every collection of the module %s',
    (name) => {
      const folder = join('src', 'modules', name)
      const about = documentsIn(folder, true).map(textOf).join('\n')
      const code = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
        .map((path) => textOf(join(folder, path)))
      const collections = code
        .flatMap((text) => [...text.matchAll(/(?:collection(?:<\w+>)?\(\s*|collection: )'(\w+)'/g)])
        .map(([, collection = '']) => collection)
      expect(collections.length).toBeGreaterThan(0)
      expect([...new Set(collections)].filter((collection) => !about.includes(`\`${collection}\``))).toEqual([])
      const events = [...textOf(join(folder, 'events.ts')).matchAll(new RegExp(`'${name}\\.([a-z-]+)'`, 'g'))]
      expect(events.length).toBeGreaterThan(0)
      expect(events.map(([, event = '']) => event).filter((event) => !about.includes(event))).toEqual([])
    },
  )

  it('tell the owner of every event of the security log, and of every list of the synonyms', () => {
    const operations = textOf('docs/operations.md')
    const about = (heading: string) => operations.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
    const cells = [...about('Who signed in from where').matchAll(/^\| (`.*?) \|/gm)].map(([, cell]) => cell).join()
    const events = [...textOf('src/bff/http/security-log.ts').matchAll(/^ {2}\| '([a-z.-]+)'/gm)].map(
      ([, name = '']) => name,
    )
    expect(events.length).toBeGreaterThan(10)
    expect([...cells.matchAll(/`([a-z.-]+)`/g)].map(([, name]) => name).toSorted()).toEqual(events.toSorted())
    const synonyms = JSON.parse(textOf('src/modules/catalog/search/synonyms.json')) as object
    for (const list of Object.keys(synonyms)) expect(about('The words of the search')).toContain(`\`${list}\``)
  })

  it('are all in the repository that comments lead to', () => {
    const comments = sources
      .filter((path) => /\.(mjs|tsx?)$/.test(path) && !path.includes('/dist/') && !path.includes('/node_modules/'))
      .map((path) => [path, textOf(path)] as const)
    expect(comments.length).toBeGreaterThan(1000)
    expect(comments.filter(([, text]) => /\(design,? sections? \d/.test(text)).map(([path]) => path)).toEqual([])
    const broken = comments.flatMap(([path, text]) =>
      [...text.matchAll(/docs\/[\w/-]+\.md|docs\/decisions\/(\d{4})\b|\bADR (\d{4})\b/g)]
        .filter(([named, ...numbers]) => {
          const number = numbers.find(Boolean)
          return number === undefined
            ? !documents.includes(named)
            : !documents.some((document) => document.startsWith(`docs/decisions/${number}-`))
        })
        .map(([named]) => `${path}: ${named}`),
    )
    expect(broken).toEqual([])
  })

  it('number each decision once, and name it by its number', () => {
    const decisions = documents.filter((document) => document.startsWith('docs/decisions/')).toSorted()
    const numbers = decisions.map((document) => basename(document).slice(0, 4))
    expect(new Set(numbers).size).toBe(decisions.length)
    for (const [i, document] of decisions.entries()) expect(textOf(document)).toMatch(new RegExp(`^# ${numbers[i]} `))
  })
})
