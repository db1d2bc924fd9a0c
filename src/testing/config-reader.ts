import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigProblems, loadConfig, type Config, type EnvironmentVariables } from '../platform/config.ts'

export const SECRET = 'Vq3nB8xT1mZr6KpWd0YhLs5JcGu9EaFo'
/** What a shop needs in production. */
export const PRODUCTION = {
  MONGODB_URI: 'mongodb://db1,db2/shop?replicaSet=rs0',
  JWT_SECRET: SECRET,
  ADMIN_PASSWORD: 'paper-and-ink',
  SMTP_URL: 'smtps://shop:ink@mail.example',
}

/** Reads configurations whose data folder is a new one, which `remove` deletes. */
export function aConfigReader() {
  const dataDir = mkdtempSync(join(tmpdir(), 'superprinter-config-'))
  const load = (env: EnvironmentVariables = {}): Config => loadConfig({ DATA_DIR: dataDir, ...env })
  return {
    dataDir,
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
    remove: () => rmSync(dataDir, { recursive: true }),
  }
}
