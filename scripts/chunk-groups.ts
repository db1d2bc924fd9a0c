import { readFileSync } from 'node:fs'
import { join } from 'node:path'

// Which modules of the client share a file. The bundler by itself makes one for every set of screens that share
// something: thirty for the checkout, most of them smaller than the request for them. A slow phone spends longer on asking
// for so many, reading and joining them than on what they contain. What is grouped here costs a screen at most a few kB
// that it does not need, and is there already when the visitor comes to the next one.

const WEB = join(import.meta.dirname, '..', 'src', 'web')
const PAGES = join(WEB, 'app', 'pages')

/** Changes seldom, so browsers keep its file from one release to the next. */
const FRAMEWORK =
  /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|swr|dequal|use-sync-external-store|jotai)[\\/]/
/** What checks forms, fetched when one is open; it changes as seldom. */
const CHECKS = /node_modules[\\/]zod[\\/]/
const FRAMEWORK_ENTRY = join(WEB, 'framework.ts')
const START = join(WEB, 'start.tsx')
const HOME = join(PAGES, 'home-page.tsx')
const FORM = join(WEB, 'ui', 'form', 'use-contract-form.ts')
const DIALOG = join(WEB, 'ui', 'dialog.tsx')
const TABS = join(WEB, 'ui', 'tabs.tsx')

const PAGE = /src[\\/]web[\\/]app[\\/]pages[\\/]/
const SCREEN = /src[\\/]web[\\/]app[\\/]pages[\\/]([\w-]+)-page\.tsx$/
const LISTINGS = ['products', 'printers', 'photo-printers']
const CATALOG = [...LISTINGS, 'product', 'compare', 'cart']
const WAY_TO_ORDER = ['product', 'cart', 'checkout', 'wishlist']
/** Screens with forms, by what they are about: what only those of one kind share is in none of the others. */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  help: ['contact', 'support', 'warranty', 'installation', 'data-request'],
  'sign-in': ['login', 'login-code', 'signup'],
  tracking: ['track', 'return'],
}
/** What so many screens need is fetched by the others too. */
const COMMON_FROM = 5

const ICON = /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]([^\\/]+)\.mjs$/
/** What all icons are drawn with. */
const ICON_PARTS = /lucide-react[\\/]dist[\\/]esm[\\/]/
const ICON_INDEX = /lucide-react[\\/]dist[\\/]esm[\\/]lucide-react\.mjs$/

interface ModuleGraph {
  getModuleInfo(
    id: string,
  ): { readonly importedIds: readonly string[]; readonly dynamicallyImportedIds: readonly string[] } | null
}

/** A part of the client: its modules, and the icons that they import. */
interface Reach {
  has(id: string): boolean
}

/**
 * The groups for the bundler's `codeSplitting`, in the order in which they take their modules. A group takes what its
 * modules import along, so those that others import from come first.
 */
export function chunkGroups() {
  const groupOf = nameOfSharedModules()
  return [
    { debugName: 'every screen', name: nameOfEveryScreen() },
    ...['primitives', 'dialog', 'tabs', 'parts', 'catalog', 'forms', ...Object.keys(FORMS), 'listing', 'order'].map(
      (group) => ({
        debugName: group,
        name: (id: string, graph: ModuleGraph) => (groupOf(id, graph) === group ? group : null),
      }),
    ),
  ]
}

/**
 * Names the chunks that every screen loads: the framework, and the modules that the shell or the home page imports. Most
 * screens need most of these, and one file compresses better than the dozen small ones that the bundler makes by itself.
 */
function nameOfEveryScreen() {
  let shell: Reach | null = null
  return (id: string, graph: ModuleGraph) => {
    if (id.includes('vite/preload-helper')) return 'rolldown-runtime'
    if (FRAMEWORK.test(id) || id === FRAMEWORK_ENTRY) return 'framework'
    if (CHECKS.test(id)) return 'checks'
    if (PAGE.test(id)) return null
    shell ??= reachOf([START, HOME], graph)
    const isIconPart = ICON_PARTS.test(id) && !ICON.test(id)
    return shell.has(id) || isIconPart ? 'shop' : null
  }
}

/**
 * Names the chunks of what several screens share, by the kind of these screens: those of one kind differ in few and small
 * modules.
 */
function nameOfSharedModules() {
  let screens: readonly { readonly name: string; readonly reach: Reach }[] | null = null
  let dialog: Reach | null = null
  let tabs: Reach | null = null
  return (id: string, graph: ModuleGraph): string | null => {
    screens ??= screensOf(graph).map((path) => ({
      name: SCREEN.exec(path)?.[1] ?? path,
      reach: reachOf([path], graph),
    }))
    dialog ??= reachOf([DIALOG], graph)
    tabs ??= reachOf([TABS], graph)
    const sharing = screens.filter(({ reach }) => reach.has(id))
    if (sharing.length < 2) return null
    if (dialog.has(id) && tabs.has(id)) return 'primitives'
    if (dialog.has(id)) return 'dialog'
    if (tabs.has(id)) return 'tabs'
    const kind = Object.keys(FORMS).find((each) => sharing.every(({ name }) => FORMS[each]?.includes(name)))
    if (kind !== undefined) return kind
    if (sharing.every(({ reach }) => reach.has(FORM))) return 'forms'
    if (sharing.every(({ name }) => LISTINGS.includes(name))) return 'listing'
    if (sharing.every(({ name }) => WAY_TO_ORDER.includes(name))) return 'order'
    if (sharing.length >= COMMON_FROM) return 'parts'
    return sharing.every(({ name }) => CATALOG.includes(name)) ? 'catalog' : null
  }
}

/** The screens as the client loads them; those of staff are another screen's. */
function screensOf(graph: ModuleGraph): readonly string[] {
  const { dynamicallyImportedIds = [] } = graph.getModuleInfo(join(WEB, 'app', 'screens.ts')) ?? {}
  return dynamicallyImportedIds.filter((id) => SCREEN.test(id))
}

function reachOf(starts: readonly string[], graph: ModuleGraph): Reach {
  const reached = new Set(starts)
  for (const id of reached) {
    // The index of the icons imports all there are, whoever uses them.
    if (ICON_INDEX.test(id)) continue
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) reached.add(imported)
  }
  const icons = iconsOf(reached)
  return {
    has(id) {
      const icon = ICON.exec(id)?.[1]
      return icon === undefined ? reached.has(id) : icons.has(icon)
    },
  }
}

/** The file names of the icons that modules import: "CircleUserRound" is in circle-user-round.mjs. */
function iconsOf(modules: ReadonlySet<string>): ReadonlySet<string> {
  const sources = [...modules].filter((id) => /\.tsx?$/.test(id)).map((id) => readFileSync(id, 'utf8'))
  const imports = sources.flatMap((source) => [...source.matchAll(/import \{([^}]*)\} from 'lucide-react'/g)])
  const names = imports.flatMap(([, list = '']) => list.split(',')).map((name) => name.trim().split(' ')[0] ?? '')
  return new Set(names.map((name) => name.replaceAll(/(?<=[a-z])(?=[A-Z\d])/g, '-').toLowerCase()))
}
