// npm test: every suite on a bare machine. What needs a Redis or a browser runs where one is found and says loudly
// what it skipped; with REQUIRE_SERVICES=1 a skip is a failure. Ends with one line: N passed, N failed[, N skipped].
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { failedInPlaywright, failedInVitest } from './failed-tests.mjs'
import { checkNode, ensureBuilt, ensureInstalled, findProgram, root, toolPath } from './toolchain.mjs'

checkNode()
ensureInstalled()
ensureBuilt()

const required = process.env.REQUIRE_SERVICES === '1'
const reports = mkdtempSync(join(tmpdir(), 'superprinter-reports-'))
const totals = { passed: 0, failed: 0, skipped: 0 }
/** @type {string[]} */
const notices = []
/** @type {string[]} */
const failures = []

/**
 * Notes what cannot run here.
 * @param {string} program
 * @param {string} what
 * @param {string} how
 */
function missing(program, what, how) {
  notices.push(`${required ? 'MISSING' : 'SKIPPED'}: ${what}, because there is no ${program} on this machine. ${how}`)
  totals[required ? 'failed' : 'skipped'] += 1
}

/**
 * Runs a test runner and adds up its JSON report; a runner that dies without one counts as a failure.
 * @param {string} tool
 * @param {string[]} args REPORT in them becomes the report's path
 * @param {(report: string) => Record<string, string>} env
 * @param {(report: any) => { passed: number, failed: number, skipped: number, failures: string[] }} count
 */
function suite(tool, args, env, count) {
  const report = join(reports, `${tool}.json`)
  const result = spawnSync(
    toolPath(tool),
    args.map((argument) => argument.replace('REPORT', report)),
    { cwd: root, stdio: 'inherit', env: { ...process.env, ...env(report) } },
  )
  try {
    const { passed, failed, skipped, failures: names } = count(JSON.parse(readFileSync(report, 'utf8')))
    totals.passed += passed
    totals.failed += result.status !== 0 && failed === 0 ? 1 : failed
    totals.skipped += skipped
    failures.push(...names)
    if (result.status !== 0 && failed === 0) failures.push(`${tool} ended with ${result.status}, though no test failed`)
  } catch {
    totals.failed += 1
    failures.push(`${tool} ended without a report`)
  }
}

const projects = ['unit', 'packages', 'http', 'measures']
if (findProgram('redis-server') === null) {
  missing('redis-server', 'the queue tests on a real Redis', 'Install it (Debian: apt-get install redis-server).')
} else {
  projects.push('redis')
}
suite(
  'vitest',
  [
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=json',
    '--outputFile.json=REPORT',
  ],
  () => ({}),
  (report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests,
    failures: failedInVitest(report),
  }),
)

const chromium =
  process.env.CHROMIUM_PATH ??
  findProgram('chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable')
if (chromium === null) {
  missing(
    'Chromium',
    'the journeys in a browser',
    'Install it (Debian: apt-get install chromium) or name it in CHROMIUM_PATH.',
  )
} else {
  suite(
    'playwright',
    ['test', '--reporter=line,json'],
    (report) => ({ CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report }),
    ({ stats, suites }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      skipped: stats.skipped,
      failures: failedInPlaywright({ suites }),
    }),
  )
}

rmSync(reports, { recursive: true, force: true })
if (process.env.TEST_TOTALS !== undefined)
  writeFileSync(process.env.TEST_TOTALS, JSON.stringify({ ...totals, failures }))
for (const name of failures) console.log(`FAILED: ${name}`)
for (const notice of notices) console.log(`\n*** ${notice} ***`)
console.log(
  `\n${totals.passed} passed, ${totals.failed} failed${totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''}`,
)
process.exit(totals.failed === 0 ? 0 : 1)
