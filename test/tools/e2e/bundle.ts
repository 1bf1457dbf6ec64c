import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'rolldown'

/**
 * Makes one bundle of all programs that tests start, for a run that has e2e tests; BOT_BUNDLE names its folder. A bundled bot starts with half
 * of the CPU time, because Node does not resolve and load a thousand modules.
 */
export default async function bundleBot(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'overheard-bundle-'))
  const dir = join(folder, 'src')
  await build({
    input: ['src/main.ts', 'test/tools/e2e/contender.ts', 'test/cli/setup/run-at-terminal.ts'],
    platform: 'node',
    output: { dir, entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
    logLevel: 'warn',
  })
  // Fills the compile cache, which a killed bot does not write: a start without settings ends with 78.
  const main = join(dir, 'main.mjs')
  const { status, stderr } = spawnSync(process.execPath, [main], { env: { PATH: process.env.PATH } })
  if (status !== 78) throw new Error(`the bundled bot does not start: ${stderr}`)
  process.env.BOT_BUNDLE = dir
  return () => rmSync(folder, { recursive: true, force: true })
}
