// Lists what the shop is made of (CycloneDX JSON, from the lock file, without development packages).
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './toolchain.mjs'

/**
 * What is read of the list.
 * @typedef {{ 'bom-ref': string, name: string, properties?: { name: string, value: string }[] }} Component
 * @typedef {{ metadata: { component: Component & { type: string } }, components: Component[], dependencies: { ref:
 *   string, dependsOn?: string[] }[] }} Bill
 */

/** @param {Component} component */
const isInTheShop = ({ properties = [] }) =>
  !properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true')

/** @param {Component} component */
const referenceOf = (component) => component['bom-ref']

/**
 * Writes `sbom.cdx.json` into `folder`. npm makes it without the network; one that is too old is said and not fatal.
 * @param {string} folder
 */
export function writeBillOfMaterials(folder) {
  const result = spawnSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  })
  if (result.status !== 0) {
    console.warn(
      `No bill of materials was written: npm sbom failed (${String(result.stderr).trim().split('\n').at(-1)}).`,
    )
    return
  }
  const bill = /** @type {Bill} */ (JSON.parse(result.stdout))
  // npm takes the folder's name for the shop's, and every package for a library.
  bill.metadata.component.name = 'superprinter'
  bill.metadata.component.type = 'application'
  // `--omit=dev` of npm 11 leaves out packages that a development package needs as well.
  bill.components = bill.components.filter(isInTheShop)
  const left = new Set(bill.components.map(referenceOf))
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => left.has(ref) || ref === referenceOf(bill.metadata.component))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((reference) => left.has(reference)) }))
  writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(bill, null, 1)}\n`)
}
