import { describe, expect, it } from 'vitest'
import { failedInPlaywright, failedInVitest } from './failed-tests.mjs'

describe('The names of failed tests', () => {
  it('are none when all passed', () => {
    const passed = { name: 'a.test.ts', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'A adds' }] }
    expect(failedInVitest({ testResults: [passed] })).toEqual([])
    expect(failedInPlaywright({ suites: [{ title: 'a.spec.ts', specs: [{ title: 'buys', ok: true }] }] })).toEqual([])
  })

  it('stand with their file, and a file that could not be loaded is one of them', () => {
    const testResults = [
      {
        name: 'a.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'A adds' },
          { status: 'failed', fullName: 'A subtracts' },
        ],
      },
      { name: 'b.test.ts', status: 'failed', assertionResults: [] },
    ]
    expect(failedInVitest({ testResults })).toEqual(['a.test.ts: A subtracts', 'b.test.ts: the file itself'])
  })

  it('are found in groups within groups', () => {
    const inner = { title: 'on a phone', specs: [{ title: 'buys', ok: false }] }
    const suites = [{ title: 'a.spec.ts', specs: [{ title: 'looks', ok: true }], suites: [inner] }]
    expect(failedInPlaywright({ suites })).toEqual(['a.spec.ts: on a phone: buys'])
  })
})
