// Keeps the files of former builds, so that a page that was opened before a release still finds its scripts.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const KEPT_FOR_MS = 7 * 24 * 60 * 60 * 1000
const MAX_BUILDS = 5

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
  const files = existsSync(assets) ? readdirSync(assets) : []
  const builds = [...(files.length > 0 ? [{ replacedAt: now, files }] : []), ...readBuilds(list)]
    .filter(({ replacedAt }) => now - replacedAt < KEPT_FOR_MS)
    .slice(0, MAX_BUILDS)
  // First: whoever goes on where this was broken off deletes what the list does not name.
  writeFileSync(list, JSON.stringify(builds))
  for (const file of files) renameSync(join(assets, file), join(kept, file))
  const wanted = new Set(builds.flatMap((build) => build.files))
  for (const file of readdirSync(kept)) if (!wanted.has(file)) rmSync(join(kept, file))
}

/**
 * None when a full disk has cut off the list: a build is worth more than what former ones had.
 * @param {string} list
 * @returns {{ replacedAt: number, files: string[] }[]}
 */
function readBuilds(list) {
  try {
    return JSON.parse(readFileSync(list, 'utf8'))
  } catch {
    return []
  }
}
