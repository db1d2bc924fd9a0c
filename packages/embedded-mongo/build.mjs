// Bundles the package and its worker into dist/; npm packages stay outside, so that LMDB finds its native part.
import { build } from 'esbuild'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const { outputFiles } = await build({
  absWorkingDir: fileURLToPath(new URL('.', import.meta.url)),
  entryPoints: ['src/index.ts', 'src/worker.ts'],
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
  bundle: true,
  packages: 'external',
  // A shop that was built as one file loads it at once.
  format: 'cjs',
  define: { 'import.meta.url': 'ownAddress' },
  banner: { js: "const ownAddress = require('node:url').pathToFileURL(__filename)" },
  platform: 'node',
  target: 'node20',
  sourcemap: true,
  logLevel: 'warning',
  write: false,
})
for (const { path, contents } of outputFiles) {
  mkdirSync(dirname(path), { recursive: true })
  // Renamed into place: a process that starts at the same time never reads half a file.
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, contents)
  renameSync(draft, path)
}
