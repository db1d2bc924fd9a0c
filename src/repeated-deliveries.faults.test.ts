import { randomInt } from 'node:crypto'
import { expect, it } from 'vitest'
import { patient } from './testing/patience.ts'
import { recordDay } from './testing/repeated-deliveries/record-day.ts'

const TIMES = 200

it(
  'ends as a day on which each ran once and in order, however its jobs are repeated and shuffled',
  async () => {
    const seed = Number(process.env.FAULTS_SEED ?? randomInt(1_000_000))
    process.stdout.write(`the jobs of a day are shuffled with FAULTS_SEED=${seed}\n`)
    const day = await recordDay()
    try {
      for (let i = 0; i < TIMES; i += 1) expect([seed + i, await day.repeat(seed + i)]).toEqual([seed + i, []])
    } finally {
      await day.close()
    }
  },
  patient(900_000),
)
