import { readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload, type SourceMapping } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Names the places in a stack by the sources that they were built from; what has no map stays as it is. */
export type NamePlaces = (stack: string) => string

/**
 * Reads the map of a built file when the first error from it is written down. `node --enable-source-maps` reads the
 * maps of all files at the start and keeps them: 8 MB of every process, for errors that most never see.
 * @param folder where the built files lie; others are not looked at, because the text of an error may name any file
 */
export function namePlacesIn(folder: URL): NamePlaces {
  const [address, path] = [folder.href, fileURLToPath(folder)].map((text) =>
    text.replaceAll(/[^\w/:-]/g, String.raw`\$&`),
  )
  const place = new RegExp(`(?:${address}|${path})([\\w-]{1,100}\\.js):(\\d{1,9}):(\\d{1,9})`, 'g')
  const maps = new Map<string, SourceMap | null>()

  function mapOf(name: string): SourceMap | null {
    const known = maps.get(name)
    if (known !== undefined) return known
    const map = readMap(new URL(`${name}.map`, folder))
    maps.set(name, map)
    return map
  }

  return (stack) =>
    stack.replaceAll(place, (built: string, name: string, line: string, column: string) => {
      const found: Partial<SourceMapping> | undefined = mapOf(name)?.findEntry(Number(line) - 1, Number(column) - 1)
      const { originalSource, originalLine = 0, originalColumn = 0 } = found ?? {}
      if (originalSource === undefined) return built
      return `${new URL(originalSource, folder).href}:${originalLine + 1}:${originalColumn + 1}`
    })
}

/** Null for a file without a map, or with a damaged one: the error itself is worth more than its places. */
function readMap(file: URL): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(file, 'utf8')) as SourceMapPayload)
  } catch {
    return null
  }
}

/** For this build of the server, whose files all lie beside this one. */
export const nameSourcePlaces: NamePlaces = namePlacesIn(new URL('.', import.meta.url))
