// The totals of one vitest report, as .ci/run adds them up; a runner that died without one counts as a failure.
import { readFileSync } from 'node:fs'
import { failedInVitest } from './failed-tests.mjs'

const path = process.argv[2] ?? ''
try {
  const report = JSON.parse(readFileSync(path, 'utf8'))
  const failures = failedInVitest(report)
  if (!report.success && failures.length === 0) failures.push('vitest failed, though no test did')
  console.log(JSON.stringify({ passed: report.numPassedTests, failed: failures.length, failures }))
} catch {
  console.log(JSON.stringify({ passed: 0, failed: 1, failures: ['vitest ended without a report'] }))
}
