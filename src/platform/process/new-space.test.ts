import { afterAll, beforeAll, expect, it } from 'vitest'
import { bundleProgram, startProcess, type BundledProgram } from '../../testing/killable-process.ts'
import { patient } from '../../testing/patience.ts'

let program: BundledProgram

beforeAll(async () => {
  program = await bundleProgram('src/testing/calm-process.ts')
}, patient(60_000))
afterAll(() => program.remove())

it('is given back by a process at rest', { timeout: patient(60_000) }, async () => {
  const running = startProcess(program.file)
  try {
    const sizeIn = (line: string): number => Number(line.split(': ')[1])
    expect(sizeIn(await running.line((line) => line.startsWith('after')))).toBeGreaterThan(15)
    expect(sizeIn(await running.line((line) => line.startsWith('at rest')))).toBeLessThan(4)
  } finally {
    await running.kill()
  }
})
