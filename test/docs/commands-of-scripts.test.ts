import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { pageCommands, startedBy } from './page-commands.ts'

/** The scripts of this repository that pages name with options. A script that reads options refuses the first one that it does not know. */
const scripts = pageCommands(/^npm run/).flatMap(({ line, page }) => {
  const started = startedBy(line)
  if (started === undefined || 'overheard' in started) return []
  const [, flags = '', file] = /^node ((?:--\S+ )*)(\S+\.ts)$/.exec(started.script) ?? []
  if (file === undefined || started.args.length === 0) return []
  if (!readFileSync(file, 'utf8').includes('parseArgs(')) return []
  return [{ line, page, command: [...flags.split(' ').filter(Boolean), file], args: started.args }]
})

async function run(command: string[], args: string[]): Promise<string> {
  const running = spawn(process.execPath, [...command, ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  running.stderr.on('data', (part) => {
    said += part
  })
  await once(running, 'close')
  return said
}

describe('a script that a page names', () => {
  it('is found', () => expect(scripts.length).toBeGreaterThan(10))

  it.each(scripts)('$line ($page) has only options that the script knows', async ({ command, args }) =>
    expect(await run(command, [...args, '--zzqq'])).toMatch(/Unknown option '--zzqq'/),
  )

  it('would be red with an option that it does not know', async () =>
    expect(await run(['bench/stories.ts'], ['--dta', 'x', '--zzqq'])).toMatch(/Unknown option '--dta'/))
})
