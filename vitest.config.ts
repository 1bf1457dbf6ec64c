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
}
/** Tests with whole processes or a browser. */
const processes = ['test/e2e/**/*.test.ts', 'test/sandbox/slack/page/*.test.ts']

export default defineConfig({
  test: {
    sequence: { sequencer: RunningOrder },
    globalSetup: 'test/tools/shared-postgres.ts',
    projects: [
      // No module of `src/` or `sandbox/` has state except the locale, so test files can share loaded modules. Each worker loads
      // them once, so there is one worker for each core.
      {
        test: {
          ...everywhere,
          name: 'unit',
          maxWorkers: availableParallelism(),
          include: ['test/**/*.test.ts'],
          exclude: processes,
          isolate: false,
        },
      },
      // Tests with processes mostly wait, so more of them than there are cores run in parallel, after the unit tests.
      {
        test: {
          ...everywhere,
          name: 'e2e',
          maxWorkers: 6,
          sequence: { groupOrder: 1 },
          include: processes,
          isolate: false,
          globalSetup: 'test/tools/e2e/bundle.ts',
        },
      },
    ],
  },
})
