/**
 * The environment of a shop that runs in a process of its own, without the database and the Redis of the person who
 * runs the tests.
 * @param settings what else is set
 */
export function shopEnvironment(
  dataDir: string,
  port: number,
  settings: Readonly<Record<string, string>> = {},
): NodeJS.ProcessEnv {
  return {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    MONGODB_URI: '',
    REDIS_URL: '',
    NODE_ENV: '',
    ...settings,
  }
}
