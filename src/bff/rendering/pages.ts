import { readFile, stat } from 'node:fs/promises'
import { builtFolder } from '#platform/built-folder'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RenderPage } from '#contracts/pages'
import { SCREEN_IDS, type ScreenId } from '#contracts/screens'

/** Renders pages of one build. */
export interface PageRenderer {
  readonly render: RenderPage
  /** index.html with placeholders for head, app and data. */
  readonly template: string
  /** The paths of the scripts that a screen's own script imports, to preload them. */
  preloads(screen: ScreenId): readonly string[]
}

/** Provides the renderer of the current build. */
export interface PageSource {
  /** The current renderer; null while there is no build. */
  current(): Promise<PageRenderer | null>
  /** The build's folder with the files that browsers load. */
  readonly folder: string
}

interface ManifestChunk {
  readonly file: string
  readonly isEntry?: boolean
  readonly imports?: readonly string[]
}
type Manifest = Readonly<Record<string, ManifestChunk>>

/** How often development checks for a changed build, in ms. */
const CHECK_INTERVAL_MS = 500

/** Loads the build of `npm run build`. Without a build there are no pages, but the API works. */
export async function loadPages(
  config: { readonly IS_PRODUCTION: boolean },
  dist: string = builtFolder(),
): Promise<PageSource> {
  let build = await readBuild(dist)
  if (config.IS_PRODUCTION && build !== null) return { current: async () => build, folder: dist }

  let version = await versionOf(dist)
  let checkedAt = Date.now()
  return {
    folder: dist,
    async current() {
      if (Date.now() - checkedAt < CHECK_INTERVAL_MS) return build
      checkedAt = Date.now()
      const now = await versionOf(dist)
      if (now === version) return build
      // An incomplete build fails to load; the previous one is used until it is complete.
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
    // The query string makes Node load a changed file again.
    import(`${pathToFileURL(entryIn(dist)).href}?${encodeURIComponent(version)}`) as Promise<{
      readonly render: RenderPage
    }>,
  ])
  return { template, render: entry.render, preloads: preloadsOf(manifest) }
}

/** The scripts of each screen's page and their imports, without those that every page loads anyway. */
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

function collect(manifest: Manifest, key: string, collected: Set<string>): Set<string> {
  const chunk = manifest[key]
  if (chunk === undefined || collected.has(key)) return collected
  collected.add(key)
  for (const imported of chunk.imports ?? []) collect(manifest, imported, collected)
  return collected
}
