import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { ConfigProblems, loadConfig, type Config, type EnvironmentVariables } from '../platform/config/config.ts'

export const SECRET = 'Vq3nB8xT1mZr6KpWd0YhLs5JcGu9EaFo'
/** What a shop needs in production. */
export const PRODUCTION = {
  MONGODB_URI: 'mongodb://db1,db2/shop?replicaSet=rs0',
  JWT_SECRET: SECRET,
  ADMIN_PASSWORD: 'paper-and-ink',
  SMTP_URL: 'smtps://shop:ink@mail.example',
}

/** Reads configurations, in each test with another new data folder. */
export function aConfigReader() {
  let dataDir = ''
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'superprinter-config-'))
  })
  afterEach(() => rmSync(dataDir, { recursive: true }))
  const load = (env: EnvironmentVariables = {}): Config => loadConfig({ DATA_DIR: dataDir, ...env })
  return {
    /** The folder of the test that runs. */
    dataDir: () => dataDir,
    load,
    /** What is wrong with a configuration, a line each. */
    problemsOf(env: EnvironmentVariables): readonly string[] {
      try {
        load(env)
      } catch (error) {
        if (error instanceof ConfigProblems) return error.problems
        throw error
      }
      return []
    },
  }
}
