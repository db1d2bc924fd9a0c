import { visitor } from '../load.ts'
import type { Part } from '../part.ts'

const MAX_AT_HOME_KB = 112
const MAX_FURTHER_KB = 40
const FURTHER_SCREENS = ['/products', '/products/1', '/cart', '/checkout']

/** What a browser loads of script before a screen works, in bytes as the shop sends them; 1 kB is 1,000 bytes. */
export const scripts: Part = {
  name: 'scripts',
  what: 'bytes of script of the first load, as served',
  byDefault: true,
  async *run(shops) {
    const shop = await shops.shared(179)
    const asking = visitor(shop.url)
    const scriptsOf = async (path: string): Promise<ReadonlySet<string>> => {
      const html = (await asking.ask(path)).body.toString()
      const found = html.matchAll(/<script[^>]* src="([^"]+)"|<link[^>]*rel="modulepreload"[^>]*href="([^"]+)"/g)
      return new Set([...found].map(([, script, preload]) => script ?? preload ?? ''))
    }
    const kilobytes = async (paths: Iterable<string>): Promise<number> => {
      let bytes = 0
      for (const path of paths) bytes += (await asking.ask(path, { 'accept-encoding': 'br' })).body.length
      return bytes / 1000
    }
    const atHome = await scriptsOf('/')
    const value = await kilobytes(atHome)
    yield {
      what: 'script of the home page, brotli',
      value,
      unit: 'kB',
      target: `≤ ${MAX_AT_HOME_KB} kB`,
      reached: value > 0 && value <= MAX_AT_HOME_KB,
    }
    for (const path of FURTHER_SCREENS) {
      const added = [...(await scriptsOf(path))].filter((script) => !atHome.has(script))
      const more = await kilobytes(added)
      yield {
        what: `script that ${path} adds`,
        value: more,
        unit: 'kB',
        target: `≤ ${MAX_FURTHER_KB} kB`,
        reached: more <= MAX_FURTHER_KB,
      }
    }
    asking.leave()
  },
}
