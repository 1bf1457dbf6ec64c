import { defineConfig } from 'vitest/config'

/** Generous timeouts in ms, because the machine may be busy: they only end a test that hangs. */
const everywhere = {
  setupFiles: ['test/setup.ts'],
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 200_000 } },
  restoreMocks: true,
  unstubGlobals: true,
  isolate: false,
  // Node runs the TypeScript itself. No test replaces a module, so no loader is needed.
  experimental: { viteModuleRunner: false, nodeLoader: false },
}
/** Tests with a browser or with processes. They mostly wait. */
const slow = ['test/page/*.test.ts', 'test/processes/*.test.ts']

export default defineConfig({
  test: {
    projects: [
      { test: { ...everywhere, name: 'unit', include: ['test/**/*.test.ts'], exclude: slow } },
      { test: { ...everywhere, name: 'slow', sequence: { groupOrder: 1 }, include: slow } },
    ],
  },
})
