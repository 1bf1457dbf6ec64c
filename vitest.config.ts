import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { RunningOrder } from './test/tools/running-order.ts'

/** Generous timeouts in ms, because the machine may be busy: they only end a test that hangs. */
const everywhere = {
  setupFiles: ['test/tools/setup.ts'],
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 200_000 } },
  restoreMocks: true,
  unstubGlobals: true,
  // No module of `src/` or `sandbox/` has state except the locale, so test files can share loaded modules.
  isolate: false,
  // Node runs the TypeScript itself, as it does in production: Vite would transform a thousand modules, in one process for all workers. No
  // test replaces a module, so no loader is needed.
  experimental: { viteModuleRunner: false, nodeLoader: false },
}

/** Tests with processes mostly wait, so more of them than there are cores run in parallel, after the unit tests. */
const withProcesses = { ...everywhere, maxWorkers: 8, sequence: { groupOrder: 2 } }
/** The tests of the bot, and those of the packages that the bot is made of. */
const tests = ['test/**/*.test.ts', 'packages/{base,listen,mention-client,post-once}/test/**/*.test.ts']
const bundle = 'test/tools/e2e/bundle.ts'
const core = ['test/e2e/core/*.test.ts', 'test/features/*/e2e/core/*.test.ts']
const e2e = ['test/e2e/**/*.test.ts', 'test/features/*/e2e/**/*.test.ts']
/**
 * They try a long list of strings by others, find the anomalies of many generated weeks and series, compare the planned polls of half a day
 * with equal ones, and test what only tests use: how series are scored, and how PostgreSQL starts.
 * `commands-of-scripts` starts each script that a page names.
 */
const long = [
  'test/docs/commands-of-scripts.test.ts',
  'test/messages/naughty-list.test.ts',
  'test/engine/anomalies/weeks.test.ts',
  'test/engine/anomalies/injected-events.test.ts',
  'test/engine/anomalies/generated-series.test.ts',
  'test/engine/anomalies/series.test.ts',
  'test/engine/freshness/freshness.test.ts',
  'test/store/postgres/server.test.ts',
]
/** They need programs beside Node (`checked-files`: promtool and systemd-analyze), without which they are skipped. */
const withPrograms = [
  'test/deploy/checked-files.test.ts',
  'test/health/openmetrics.test.ts',
  'test/messages/pages-w3c.test.ts',
  'test/docs/site-w3c.test.ts',
  'test/docs/site-in-browser.test.ts',
  'test/store/postgres/pgbouncer.test.ts',
]
/** The expensive property tests and attacks, which try fewer inputs in the project `unit`. */
const withRuns = globSync(tests).filter((file) => /\/(runs|walk)\.ts'/.test(readFileSync(file, 'utf8')))

/** `npm test` runs the first two projects, and `npm run test:all` runs all of them. */
export default defineConfig({
  test: {
    sequence: { sequencer: RunningOrder },
    globalSetup: ['test/tools/temporary-folder.ts', 'test/tools/shared-postgres.ts'],
    projects: [
      {
        test: {
          ...everywhere,
          name: 'unit',
          // Each worker loads the modules once, so there is one worker for each core.
          maxWorkers: availableParallelism(),
          include: tests,
          exclude: [...e2e, ...long, ...withPrograms],
        },
      },
      {
        test: {
          ...withProcesses,
          name: 'e2e-core',
          // Fewer, because `npm test` runs them beside the unit tests.
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
          include: core,
          globalSetup: bundle,
        },
      },
      { test: { ...withProcesses, name: 'e2e-rest', include: e2e, exclude: core, globalSetup: bundle } },
      {
        test: {
          ...withProcesses,
          name: 'long',
          include: [...long, ...withPrograms, ...withRuns],
          env: { ALL_RUNS: '1' },
        },
      },
    ],
  },
})
