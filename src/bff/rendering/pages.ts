import { readFile, stat } from 'node:fs/promises'
import { builtFolder } from '#platform/built-folder'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { loadFiles, type BuiltFiles } from './built-files.ts'

/** What the client's build says about an address: what its page reads first and which script draws it. */
export interface RouteData {
  /** Paths of the API, read in process. */
  readonly keys: readonly string[]
  /** public: the same HTML for everybody. personal: the bare shell. */
  readonly kind: 'public' | 'personal'
  /** Name of the page's file without its ending. */
  readonly page: string
  /** The document's title of a personal page. */
  readonly title?: string
}

export interface RenderedPage {
  readonly status: 200 | 404
  readonly head: string
  readonly html: string
}

interface ServerEntry {
  routeData(url: string): RouteData
  render(input: {
    readonly url: string
    readonly origin: string
    readonly data: Record<string, unknown>
  }): Promise<RenderedPage>
}

/** One build of the client. */
export interface Build extends ServerEntry {
  /** index.html with places for head, app and data. */
  readonly template: string
  /** Scripts that the page's own script needs, from the root: fetched early. */
  preloads(page: string): readonly string[]
  /** Everything of the build that browsers fetch by name. */
  readonly files: BuiltFiles
}

/** How the pages' HTML is made. */
export interface Pages {
  /** The build as it is now; null while there is none. In development it is read again when it has changed. */
  current(): Promise<Build | null>
}

interface ManifestChunk {
  readonly file: string
  readonly isEntry?: boolean
  readonly imports?: readonly string[]
}
type Manifest = Readonly<Record<string, ManifestChunk>>

/** How often a changed build is looked for in development, in ms. */
const LOOK_EVERY_MS = 500

/** Reads what `npm run build` made. Without a build there are no pages, and the API works all the same. */
export async function loadPages(
  config: { readonly IS_PRODUCTION: boolean },
  dist: string = builtFolder(),
): Promise<Pages> {
  let build = await readBuild(dist)
  if (config.IS_PRODUCTION && build !== null) return { current: async () => build }

  let version = await versionOf(dist)
  let lookedAt = Date.now()
  return {
    async current() {
      if (Date.now() - lookedAt < LOOK_EVERY_MS) return build
      lookedAt = Date.now()
      const now = await versionOf(dist)
      if (now === version) return build
      // A build that is being written is read when it is whole; until then the last one stands.
      const next = await readBuild(dist).catch(() => null)
      if (next !== null) {
        build = next
        version = now
      }
      return build
    },
  }
}

const templateIn = (dist: string) => join(dist, 'client', 'index.html')
const manifestIn = (dist: string) => join(dist, 'client', '.vite', 'manifest.json')
const entryIn = (dist: string) => join(dist, 'ssr', 'entry-server.js')

async function versionOf(dist: string): Promise<string | null> {
  try {
    const times = await Promise.all(
      [templateIn(dist), manifestIn(dist), entryIn(dist)].map(async (path) => (await stat(path)).mtimeMs),
    )
    return times.join(' ')
  } catch {
    return null
  }
}

async function readBuild(dist: string): Promise<Build | null> {
  const version = await versionOf(dist)
  if (version === null) return null
  const [template, manifest, entry, files] = await Promise.all([
    readFile(templateIn(dist), 'utf8'),
    readFile(manifestIn(dist), 'utf8').then((text) => JSON.parse(text) as Manifest),
    // The query makes Node read a changed file again.
    import(`${pathToFileURL(entryIn(dist)).href}?${encodeURIComponent(version)}`) as Promise<ServerEntry>,
    loadFiles(join(dist, 'client')),
  ])
  return { template, files, routeData: entry.routeData, render: entry.render, preloads: preloadsOf(manifest) }
}

/** For each page its script and what that imports, without what every page has anyway. */
export function preloadsOf(manifest: Manifest): (page: string) => readonly string[] {
  const shared = new Set<string>()
  for (const [key, chunk] of Object.entries(manifest)) if (chunk.isEntry === true) collect(manifest, key, shared)
  const byPage = new Map<string, readonly string[]>()
  for (const key of Object.keys(manifest)) {
    if (!key.endsWith('-page.tsx')) continue
    const needed = collect(manifest, key, new Set())
    byPage.set(
      basename(key, '.tsx'),
      [...needed].filter((each) => !shared.has(each)).map((each) => `/${manifest[each]?.file}`),
    )
  }
  return (page) => byPage.get(page) ?? []
}

function collect(manifest: Manifest, key: string, found: Set<string>): Set<string> {
  const chunk = manifest[key]
  if (chunk === undefined || found.has(key)) return found
  found.add(key)
  for (const imported of chunk.imports ?? []) collect(manifest, imported, found)
  return found
}
