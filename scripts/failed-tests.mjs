// What failed, by name: a long run's output does not show it at its end.

/**
 * The failed tests of a vitest report, and the files that did not even load.
 * @param {{ testResults: { name: string, status: string, message?: string, assertionResults: { status: string,
 *   fullName: string }[] }[] }} report
 * @returns {string[]}
 */
export function failedInVitest({ testResults }) {
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length > 0) return failed.map((test) => `${name}: ${test.fullName}`)
    return status === 'failed' ? [`${name}: the file itself`] : []
  })
}

/**
 * The failed journeys of a Playwright report.
 * @typedef {{ title: string, specs?: { title: string, ok: boolean }[], suites?: Suite[] }} Suite
 * @param {{ suites: Suite[] }} report
 * @returns {string[]}
 */
export function failedInPlaywright({ suites }) {
  return suites.flatMap(({ title, specs = [], suites: inner = [] }) =>
    [...specs.filter((spec) => !spec.ok).map((spec) => spec.title), ...failedInPlaywright({ suites: inner })].map(
      (name) => `${title}: ${name}`,
    ),
  )
}
