import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { eventually } from '../src/testing/eventually.ts'
import { freePort } from '../src/testing/free-port.ts'
import { patient } from '../src/testing/patience.ts'
import { shopEnvironment } from '../src/testing/shop-environment.ts'
import { allocator, nodeArguments } from './runtime.mjs'
import { root } from './toolchain.mjs'

it(
  'ends the shop when npm was told to end, which ends only the shell between them',
  { timeout: patient(60_000) },
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'superprinter-start-'))
    const port = await freePort()
    const env = shopEnvironment(dataDir, port, { LOG_LEVEL: 'silent', npm_lifecycle_event: 'start' })
    // A second command keeps the shell from becoming the first.
    const shell = spawn('sh', ['-c', 'node scripts/start.mjs; true'], { env, stdio: 'ignore' })
    const answers = () =>
      fetch(`http://127.0.0.1:${port}/api/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
    await eventually(async () => expect(await answers()).toBe(true), { withinMs: 40_000, everyMs: 100 })
    shell.kill('SIGKILL')
    await eventually(async () => expect(await answers()).toBe(false), { withinMs: 15_000, everyMs: 100 })
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20 })
  },
)

it('does not start the shop when npm was told to end while it was built', async () => {
  const project = await mkdtemp(join(tmpdir(), 'superprinter-start-'))
  const isThere = (name: string) => existsSync(join(project, name))
  for (const folder of ['scripts', 'node_modules', 'dist/server'])
    await mkdir(join(project, folder), { recursive: true })
  for (const name of ['start.mjs', 'runtime.mjs', 'toolchain.mjs'])
    await cp(join(root, 'scripts', name), join(project, 'scripts', name))
  for (const [name, text] of [
    ['package-lock.json', '{"packages":{}}'],
    ['node_modules/.package-lock.json', '{"packages":{}}'],
    ['dist/server/main.js', "require('node:fs').writeFileSync('started', '')"],
    [
      'scripts/build.mjs',
      `import { existsSync, writeFileSync } from 'node:fs'
       writeFileSync('building', '')
       const look = setInterval(() => existsSync('told-to-end') && clearInterval(look), 20)
       process.on('exit', () => writeFileSync('built', ''))`,
    ],
  ] as const)
    await writeFile(join(project, name), text)
  const env = { ...process.env, npm_lifecycle_event: 'start' }
  const shell = spawn('sh', ['-c', 'node scripts/start.mjs; true'], {
    cwd: project,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const shopEnded = once(shell.stdout, 'end')
  shell.stdout.resume()
  await eventually(() => expect(isThere('building')).toBe(true), { withinMs: patient(10_000), everyMs: 20 })
  const shellEnded = once(shell, 'exit')
  shell.kill('SIGKILL')
  await shellEnded
  await writeFile(join(project, 'told-to-end'), '')
  await shopEnded
  expect([isThere('built'), isThere('started')]).toEqual([true, false])
  await rm(project, { recursive: true, force: true })
})

it('runs Node in the image and by npm as is best for the shop', async () => {
  const textOf = (name: string) => readFile(join(root, name), 'utf8')
  const { scripts } = JSON.parse(await textOf('package.json')) as { scripts: Record<string, string> }
  for (const name of ['start', 'worker'])
    expect(scripts[name]).toMatch(new RegExp(`^node ${nodeArguments.join(' ')} scripts/start.mjs\\b`))
  const image = await textOf('Dockerfile')
  expect(image).toContain(
    `CMD ${JSON.stringify(['node', ...nodeArguments, 'dist/server/main.js']).replaceAll(',', ', ')}`,
  )
  for (const [name, value] of Object.entries(allocator)) expect(image).toContain(`${name}=${value}`)
})
