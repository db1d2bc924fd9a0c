import { expect, it } from 'vitest'
import { openingStep, stepOf } from './import-steps.tsx'

it('an import that has a preview opens there, and one whose answers were not sent at its columns', () => {
  const steps = (state: 'mapping' | 'previewing' | 'previewed') =>
    [false, true].map((hasAnswers) => openingStep({ state }, hasAnswers))
  expect(steps('mapping')).toEqual(['columns', 'columns'])
  expect(steps('previewing')).toEqual(['preview', 'columns'])
  expect(steps('previewed')).toEqual(['preview', 'columns'])
  expect(stepOf({ state: 'previewed' }, openingStep({ state: 'previewing' }, false))).toBe('preview')
})
