import { availableParallelism } from 'node:os'
import { defineConfig, devices } from '@playwright/test'
import { patient } from './src/testing/patience.ts'

/** Another one lets two checkouts run their journeys side by side. */
const PORT = Number(process.env.E2E_PORT ?? 3987)

/** Journeys in the system's Chromium against the built shop, started afresh with the demo catalog. */
export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  // On two cores a third one takes up what the others spend waiting: a tenth of the time.
  workers: Math.max(3, availableParallelism()),
  retries: 0,
  timeout: patient(30_000),
  expect: { timeout: patient(7_000) },
  outputDir: 'test-results',
  use: {
    ...devices['Desktop Chrome'],
    baseURL: `http://127.0.0.1:${PORT}`,
    // What Playwright writes about a failure is enough; to record a trace of every journey makes them all half as slow
    // again.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: 'node e2e/shop-server.mjs',
    env: { PORT: String(PORT) },
    url: `http://127.0.0.1:${PORT}/api/health/ready`,
    reuseExistingServer: false,
    timeout: patient(60_000),
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 12_000 },
  },
})
