// Installs and builds what is missing or stale; the commands of package.json that need it run it first.
import { checkNode, ensureBuilt, ensureInstalled } from './toolchain.mjs'

checkNode()
ensureInstalled()
ensureBuilt()
