// Completes package-lock.json with the optional packages of other platforms (prebuilt binaries for other systems). npm
// leaves them out when the registry that it installs from does not carry them, and `npm ci` then refuses the lock file
// everywhere. Run it after every change of dependencies: node scripts/complete-lock.mjs
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './toolchain.mjs'

const SYSTEMS = {
  android: 'android',
  darwin: 'darwin',
  freebsd: 'freebsd',
  linux: 'linux',
  linuxmusl: 'linux',
  netbsd: 'netbsd',
  openbsd: 'openbsd',
  openharmony: 'openharmony',
  sunos: 'sunos',
  aix: 'aix',
  win32: 'win32',
}
const PROCESSORS = ['arm64', 'arm', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'mips64el', 'wasm32']

const file = join(root, 'package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8'))
const added = []
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    const places = [`${path}/node_modules/${name}`, `node_modules/${name}`]
    if (places.some((place) => lock.packages[place] !== undefined)) continue
    const words = name.split(/[/@-]/).filter(Boolean)
    const system = words.map((word) => SYSTEMS[word]).find(Boolean) ?? (name === 'fsevents' ? 'darwin' : undefined)
    const processor = words.find((word) => PROCESSORS.includes(word))
    if (system === undefined && processor === undefined) throw new Error(`What platform is ${name} for?`)
    const libc = words.some((word) => word.includes('musl'))
      ? 'musl'
      : words.some((word) => word.startsWith('gnu'))
        ? 'glibc'
        : undefined
    lock.packages[`node_modules/${name}`] = {
      version: range.replace(/^[\^~]/, ''),
      ...(processor && { cpu: [processor] }),
      ...(libc && { libc: [libc] }),
      ...(entry.dev && { dev: true }),
      optional: true,
      ...(system && { os: [system] }),
    }
    added.push(name)
  }
}
const [self, ...others] = Object.entries(lock.packages)
lock.packages = Object.fromEntries([self, ...others.sort(([a], [b]) => (a < b ? -1 : 1))])
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(added.length === 0 ? 'The lock file is complete.' : `Added ${added.length} packages of other platforms.`)
