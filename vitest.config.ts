import { defineConfig } from 'vitest/config'

const everywhere = {
  setupFiles: ['test/setup.ts'],
  testTimeout: 30_000,
  restoreMocks: true,
  unstubGlobals: true,
}
const processes = ['test/outside/**/*.test.ts', 'test/sandbox/slack/page/*.test.ts']

export default defineConfig({
  test: {
    // Tests of whole processes mostly wait: more of them than there are cores pass side by side.
    maxWorkers: 4,
    projects: [
      // Nothing in `src/` keeps state in a module, so these files can share what they load: it halves the time.
      {
        test: {
          ...everywhere,
          name: 'inside',
          include: ['test/**/*.test.ts'],
          exclude: processes,
          isolate: false,
        },
      },
      // A real browser on a busy machine misses a focus now and then: tried again, a fault still fails three times.
      { test: { ...everywhere, name: 'outside', retry: 2, include: processes } },
    ],
  },
})
