import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { unlessLeft } from './late-navigation.ts'

afterEach(() => void vi.unstubAllGlobals())

function inBrowserAt(pathname: string): void {
  vi.stubGlobal('window', { location: { pathname } })
}

test('a change of the address happens on the page that it belongs to', () => {
  inBrowserAt('/admin/products')
  const change = vi.fn()
  unlessLeft('/admin/products', change)('toner', 7)
  expect(change).toHaveBeenCalledExactlyOnceWith('toner', 7)
})

test('nothing happens once the address is that of another page, though the page left may be on screen still', () => {
  inBrowserAt('/admin/products')
  const change = vi.fn()
  const late = unlessLeft('/admin/products', change)
  inBrowserAt('/admin/orders')
  late()
  inBrowserAt('/admin/products/7')
  late()
  expect(change).not.toHaveBeenCalled()
})

const PRESS = 'only what is pressed on screen, at once'
const OLD_ADDRESS = 'an old address leads to the new one before there is anything to press'

/** Why each of these files may change the address whatever page the visitor is on. */
const CHANGES_AT_ONCE: Readonly<Record<string, string>> = {
  'app/pages/account/account.tsx': PRESS,
  'app/pages/admin-page.tsx': OLD_ADDRESS,
  'app/pages/admin/overview-panel.tsx': PRESS,
  'app/pages/admin/rooms-palette.tsx': PRESS,
  'app/pages/admin/use-commands.ts': PRESS,
  'app/pages/checkout-page.tsx': 'leaves for the sign-in page by unlessLeft',
  'app/pages/finder-page.tsx': PRESS,
  'app/pages/listing/listing-results.tsx': PRESS,
  'app/pages/listing/use-asked-query.ts': PRESS,
  'app/routes.tsx': OLD_ADDRESS,
  'features/search/use-search-box.ts': PRESS,
  'lib/late-navigation.ts': 'the rule itself',
  'lib/use-room-path.ts': 'opens what is pressed at once, and closes by useLateNavigate',
  'start.tsx': 'names the entry of the address that is there, before there is anything to press',
}

test('whatever else changes the address does so only on the page that asked for it', () => {
  const web = join(import.meta.dirname, '..')
  const changesAddress =
    /\buseNavigate\(|, \w+\] = useSearchParams\(|<Navigate\b|\blocation\.(?:assign|replace)\(|history\.(?:push|replace)State\(/
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .filter((file) => changesAddress.test(readFileSync(join(web, file), 'utf8')))
  expect(files.toSorted(), 'take useLateNavigate or useLateSearchParams, or say here why not').toEqual(
    Object.keys(CHANGES_AT_ONCE).toSorted(),
  )
})
