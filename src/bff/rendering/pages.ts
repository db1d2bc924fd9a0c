import { readFile, stat } from 'node:fs/promises'
import { builtFolder } from '#platform/built-folder'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RenderPage } from '#contracts/pages'
import { SCREEN_IDS, type ScreenId } from '#contracts/screens'

/** Draws pages, and knows what goes around them. */
export interface PageRenderer {
  readonly render: RenderPage
  /** index.html with places for head, app and data. */
  readonly template: string
  /** Scripts that the screen's own script needs, from the root: fetched early. */
  preloads(screen: ScreenId): readonly string[]
}

/** Where pages come from. */
export interface PageSource {
  /** The renderer as it is now; null while there is none. */
  current(): Promise<PageRenderer | null>
  /** The build's folder, whose files browsers fetch by name. */
  readonly folder: string
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
): Promise<PageSource> {
  let build = await readBuild(dist)
  if (config.IS_PRODUCTION && build !== null) return { current: async () => build, folder: dist }

  let version = await versionOf(dist)
  let lookedAt = Date.now()
  return {
    folder: dist,
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

async function readBuild(dist: string): Promise<PageRenderer | null> {
  const version = await versionOf(dist)
  if (version === null) return null
  const [template, manifest, entry] = await Promise.all([
    readFile(templateIn(dist), 'utf8'),
    readFile(manifestIn(dist), 'utf8').then((text) => JSON.parse(text) as Manifest),
    // The query makes Node read a changed file again.
    import(`${pathToFileURL(entryIn(dist)).href}?${encodeURIComponent(version)}`) as Promise<{
      readonly render: RenderPage
    }>,
  ])
  return { template, render: entry.render, preloads: preloadsOf(manifest) }
}

/** For each screen its page's script and what that imports, without what every page has anyway. */
function preloadsOf(manifest: Manifest): PageRenderer['preloads'] {
  const shared = new Set<string>()
  for (const [key, chunk] of Object.entries(manifest)) if (chunk.isEntry === true) collect(manifest, key, shared)
  const byScreen = new Map(
    SCREEN_IDS.map((id) => {
      const page = Object.keys(manifest).find((key) => key.endsWith(`/${id}-page.tsx`)) ?? ''
      const needed = [...collect(manifest, page, new Set())].filter((each) => !shared.has(each))
      return [id, needed.map((each) => `/${manifest[each]?.file}`)]
    }),
  )
  return (screen) => byScreen.get(screen) ?? []
}

function collect(manifest: Manifest, key: string, found: Set<string>): Set<string> {
  const chunk = manifest[key]
  if (chunk === undefined || found.has(key)) return found
  found.add(key)
  for (const imported of chunk.imports ?? []) collect(manifest, imported, found)
  return found
}
