import fc from 'fast-check'

/**
 * Properties ask the same in every run, so that what is red for one change is red for it again. Others are asked with
 * `PROPERTY_SEED=any` or a number, and more of them with `PROPERTY_RUNS=10000`.
 */
const { PROPERTY_SEED = '20', PROPERTY_RUNS = '100' } = process.env
fc.configureGlobal({
  numRuns: Number(PROPERTY_RUNS),
  ...(PROPERTY_SEED === 'any' ? {} : { seed: Number(PROPERTY_SEED) }),
})
