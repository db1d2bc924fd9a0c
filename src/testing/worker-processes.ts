import { bundleProgram, startProcess, type KillableProcess } from './killable-process.ts'

/** Worker processes of the shop that a test kills. */
export interface WorkerProcesses {
  start(): void
  /** Starts another one and kills the oldest while it starts. */
  replaceOldest(): Promise<void>
  /** Kills all. */
  killAll(): Promise<void>
  /** Kills all and deletes their program. */
  stop(): Promise<void>
}

/** Prepares workers. @param env their settings as environment variables */
export async function prepareWorkers(env: Readonly<Record<string, string>>): Promise<WorkerProcesses> {
  const program = await bundleProgram('src/main.ts')
  const running: KillableProcess[] = []
  const start = () => void running.push(startProcess(program.file, { env: { ...env, ROLE: 'worker' } }))
  const killAll = async () => void (await Promise.all(running.splice(0).map((worker) => worker.kill())))
  return {
    start,
    async replaceOldest() {
      const oldest = running.shift()
      start()
      await oldest?.kill()
    },
    killAll,
    async stop() {
      await killAll()
      await program.remove()
    },
  }
}
