import { existsSync } from 'node:fs'
import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { RenderPage } from '#contracts/pages'
import { SCREEN_IDS } from '#contracts/screens'
import { builtFolder } from '#platform/process/built-folder'
import { readCompiled } from '#platform/process/compiled-code'
import { withoutBound } from '#platform/process/heap-growth'
import { criticalStyle, type StylePiece } from './critical-style.ts'
import type { PageRenderer, PageSource } from './page-source.ts'
import { readTemplate } from './page-template.ts'
import { registerStaticFiles } from './static-files.ts'

interface ManifestChunk {
  readonly file: string
  readonly isEntry?: boolean
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
}
type Manifest = Readonly<Record<string, ManifestChunk>>

/**
 * Reads what `npm run build` made. Without a build there are no pages, and the API works all the same. The code that
 * renders pages takes a sixteenth of a start: it is loaded for the first page (`render-ahead.ts`).
 */
export async function loadPages(dist: string = builtFolder()): Promise<PageSource> {
  const renderer = await readBuild(dist)
  return {
    isFromSources: false,
    current: async () => renderer,
    registerFiles: (app) => registerStaticFiles(app, dist),
  }
}

async function readBuild(dist: string): Promise<PageRenderer | null> {
  const template = join(dist, 'client', 'index.html')
  if (!existsSync(template)) return null
  const read = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(join(dist, 'client', '.vite', name), 'utf8'))
  const manifest = (await read('manifest.json')) as Manifest
  const style = (await read('style.json')) as readonly StylePiece[]
  const rendererFile = join(dist, 'ssr', 'entry-server.cjs')
  // Half a build stops the start, and not the first visitor.
  await access(rendererFile)
  let run: (() => unknown) | null = null
  let render: RenderPage | null = null
  const readRenderer = () => (run ??= withoutBound(() => readCompiled(rendererFile)))
  const loadRenderer = () => (render ??= (readRenderer()() as { readonly render: RenderPage }).render)
  /** Others have their turn after each step, and before a page is rendered: together that takes 60 ms. */
  async function load(): Promise<void> {
    readRenderer()
    await setImmediate()
    loadRenderer()
    await setImmediate()
  }
  return {
    template: readTemplate(await readFile(template, 'utf8')),
    async render(page) {
      if (render === null) await load()
      return loadRenderer()(page)
    },
    load,
    preloads: preloadsOf(manifest),
    style: criticalStyle(style),
  }
}

/** The entry, the steps that it loads one after the other, and what these import. */
function keysOfEveryPage(manifest: Manifest): ReadonlySet<string> {
  const keys = new Set<string>()
  for (const [key, { isEntry, dynamicImports = [] }] of Object.entries(manifest)) {
    if (isEntry === true) for (const each of [key, ...dynamicImports]) collect(manifest, each, keys)
  }
  return keys
}

/** For each screen its page's script and what that script imports, without the files that every page loads anyway. */
function preloadsOf(manifest: Manifest): PageRenderer['preloads'] {
  const shared = keysOfEveryPage(manifest)
  const byScreen = new Map(
    SCREEN_IDS.map((id) => {
      const page = Object.keys(manifest).find((key) => key.endsWith(`/${id}-page.tsx`)) ?? ''
      const needed = [...collect(manifest, page, new Set())].filter((each) => !shared.has(each))
      return [id, needed.map((each) => `/${manifest[each]?.file}`)]
    }),
  )
  return (screen) => byScreen.get(screen) ?? []
}

function collect(manifest: Manifest, key: string, keys: Set<string>): Set<string> {
  const chunk = manifest[key]
  if (chunk === undefined || keys.has(key)) return keys
  keys.add(key)
  for (const imported of chunk.imports ?? []) collect(manifest, imported, keys)
  return keys
}
