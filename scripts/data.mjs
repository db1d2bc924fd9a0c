// npm run data -- export FILE | import FILE: carries all data of the shop from one database to another.
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkNode, ensureBuilt, ensureInstalled, root } from './toolchain.mjs'

checkNode()
ensureInstalled()
ensureBuilt()
// npm runs scripts in the shop's folder; FILE is meant from where the command was given.
const [command, file, ...more] = process.argv.slice(2)
const given = process.env.INIT_CWD ?? process.cwd()
if (file !== undefined && file !== '' && !file.startsWith('-'))
  process.argv.splice(2, Infinity, command ?? '', resolve(given, file), ...more)
process.chdir(root)
process.setSourceMapsEnabled(true)
await import(pathToFileURL(join(root, 'dist', 'server', 'data.js')).href)
