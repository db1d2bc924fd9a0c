// Keeps the files of former builds, so that a page that was opened before a release still finds its scripts.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const KEPT_FOR_MS = 7 * 24 * 60 * 60 * 1000
const MOST_BUILDS = 5

/**
 * Moves the present build's assets to dist/former/assets and removes what is older than a week or than five builds.
 * dist/former/builds.json says which files each build had, newest first, and when it was replaced.
 * @param {string} dist
 */
export function keepFormerBuild(dist, now = Date.now()) {
  const assets = join(dist, 'client', 'assets')
  const kept = join(dist, 'former', 'assets')
  const list = join(dist, 'former', 'builds.json')
  mkdirSync(kept, { recursive: true })
  const before = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
  const files = existsSync(assets) ? readdirSync(assets) : []
  for (const file of files) renameSync(join(assets, file), join(kept, file))
  const builds = [...(files.length > 0 ? [{ replacedAt: now, files }] : []), ...before]
    .filter(({ replacedAt }) => now - replacedAt < KEPT_FOR_MS)
    .slice(0, MOST_BUILDS)
  const wanted = new Set(builds.flatMap((build) => build.files))
  for (const file of readdirSync(kept)) if (!wanted.has(file)) rmSync(join(kept, file))
  writeFileSync(list, JSON.stringify(builds))
}
