// Builds the embedded database, the browser's side, its server rendering, the server, and the list of what they are
// made of.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeBillOfMaterials } from './bill-of-materials.mjs'
import { drawIcons } from './draw-icons.mjs'
import { keepFormerBuild } from './former-build.mjs'
import { packFiles } from './pack-files.mjs'
import { beginBuild, ensureInstalled, root, run, toolPath } from './toolchain.mjs'

ensureInstalled()
const markBuilt = beginBuild()
const dist = join(root, 'dist')
keepFormerBuild(dist)
for (const name of readdirSync(dist)) if (name !== 'former') rmSync(join(dist, name), { recursive: true })
run(process.execPath, [join(root, 'packages', 'embedded-mongo', 'build.mjs')])
run(toolPath('tsx'), ['scripts/draw-pictures.ts'])
run(toolPath('vite'), ['build', '--logLevel', 'warn'])
run(toolPath('vite'), ['build', '--logLevel', 'warn', '--ssr', 'src/web/entry-server.tsx', '--outDir', 'dist/ssr'])
await drawIcons(join(dist, 'client'))
packFiles(join(dist, 'client'))
writeBillOfMaterials(dist)

const { buildServer } = await import('./build-server.mjs')
await buildServer(dist)
markBuilt()
