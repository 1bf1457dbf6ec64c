import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bundle } from '../../../build/bundle.ts'

/**
 * Makes one bundle of all programs that tests start, for a run that has e2e tests; BOT_BUNDLE names its folder. A bundled bot starts with half
 * of the CPU time, because Node does not resolve and load a thousand modules.
 */
export default async function bundleBot(): Promise<(() => void) | undefined> {
  // Another project of the same run has made it, or `npm test` has made it for all of its parts.
  if (process.env.BOT_BUNDLE !== undefined) return undefined
  // Inside the repository, because some packages stay outside of the bundle.
  const cache = 'node_modules/.cache'
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(process.cwd(), cache, 'overheard-bundle-'))
  const dir = join(folder, 'dist')
  const programs = {
    main: 'src/main.ts',
    overheard: 'src/overheard.ts',
    contender: 'test/tools/e2e/contender.ts',
    'observed-bot': 'test/tools/e2e/observed-bot.ts',
    'run-at-terminal': 'test/cli/setup/run-at-terminal.ts',
    'mention-service': 'packages/listen/src/mention-service.ts',
  }
  await bundle(programs, dir)
  // Fills the compile cache, which a killed bot does not write: a start without settings ends with 78.
  const { status, stderr } = spawnSync(process.execPath, [join(dir, 'main.js')], {
    env: { PATH: process.env.PATH },
  })
  if (status !== 78) throw new Error(`the bundled bot does not start: ${stderr}`)
  process.env.BOT_BUNDLE = dir
  return () => rmSync(folder, { recursive: true, force: true })
}
