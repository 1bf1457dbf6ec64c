import { defineConfig } from 'vitest/config'
import { RunningOrder } from './test/tools/running-order.ts'

/** Tests run beside others on a machine that may be busy: the bounds only end what hangs, in ms. */
const everywhere = {
  setupFiles: ['test/tools/setup.ts'],
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 20_000 } },
  restoreMocks: true,
  unstubGlobals: true,
}
/** Whole processes and a browser. */
const processes = ['test/e2e/**/*.test.ts', 'test/sandbox/slack/page/*.test.ts']

export default defineConfig({
  test: {
    // Tests of whole processes mostly wait: more of them than there are cores pass side by side.
    maxWorkers: 6,
    sequence: { sequencer: RunningOrder },
    globalSetup: 'test/tools/shared-postgres.ts',
    projects: [
      // Nothing in `src/` keeps state in a module, so these files can share what they load: it halves the time.
      {
        test: {
          ...everywhere,
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: processes,
          isolate: false,
        },
      },
      { test: { ...everywhere, name: 'e2e', include: processes } },
    ],
  },
})
