import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { emptyFolder } from '../tools/folder.ts'

const secret = 'xoxb-12/3"4\\5&6 é'

/** Runs lines of code in a process that has `log` and `secret`, and returns what it prints. */
function printed(program: string): string {
  const from = JSON.stringify(new URL('../../src/cli/log.ts', import.meta.url).href)
  const whole = `
    import { createLog } from ${from}
    const secret = ${JSON.stringify(secret)}
    const log = createLog('info', [secret, undefined, 'short'])
    ${program}`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', whole], {
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  return stdout
}

it('the log prints one line of JSON for each entry at or above its level', () => {
  const lines = printed(`log.debug('no'); log.info({ a: 1 }, 'yes'); log.error('also')`).trim().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { level: 30, time: expect.stringMatching(/^\d{4}-.*Z$/), a: 1, msg: 'yes' },
    { level: 50, time: expect.any(String), msg: 'also' },
  ])
})

it('the log never prints a secret: not in a message, a field, an error, its cause or a URL', () => {
  const out = printed(`
    log.info('the token is ' + secret)
    log.info({ deep: { token: secret, list: [secret] } }, 'x')
    log.error({ err: new Error('failed: ' + secret, { cause: new Error(secret) }) }, 'x')
    log.info({ url: 'https://x.example/?access_token=' + encodeURIComponent(secret) }, 'x')
    log.info({ url: 'https://x.example/?' + new URLSearchParams({ access_token: secret }) }, 'x')
    log.info({ [secret]: 'as a key' }, 'a short word stays')`)
  const forms = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    new URLSearchParams({ a: secret }).toString().slice(2),
  ]
  for (const form of forms) expect(out).not.toContain(form)
  expect(out.match(/\[secret\]/g)?.length).toBeGreaterThanOrEqual(8)
  expect(out).toContain('a short word stays')
  for (const line of out.trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow()
})

it('the process continues and can end even if the program that reads its log has stopped reading', async () => {
  const from = JSON.stringify(new URL('../../src/cli/log.ts', import.meta.url).href)
  const program = `
    import { createLog } from ${from}
    const log = createLog('info', [])
    const begin = performance.now()
    for (let line = 0; line < 5000; line++) log.info({ text: 'x'.repeat(500) }, 'line')
    setTimeout(() => {
      process.stderr.write(String(performance.now() - begin))
      process.exit(0)
    }, 1)`
  const bot = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let took = ''
  bot.stderr.on('data', (data) => {
    took += data
  })
  const [[code]] = await Promise.all([once(bot, 'exit'), once(bot.stderr, 'end')])
  expect({ code, took }).toMatchObject({ code: 0, took: expect.stringMatching(/^[\d.]+$/) })
  // A write that waited for the reader would take 2 s at least.
  expect(Number(took)).toBeLessThan(1900)
})

it('the log is readable at a terminal, and never prints a secret there', () => {
  const out = atTerminal(
    `log.info({ token: secret }, 'started'); log.error({ err: new Error(secret) }, 'no')`,
  )
  expect(out).toMatch(/^\d\d:\d\d:\d\d info {2}started token=\S*\[secret\]/m)
  expect(out).toMatch(/ERROR no: \[secret\]/)
  expect(out).not.toContain('xoxb')
})

/** The same as `printed`, at a terminal of its own without colours. */
function atTerminal(program: string): string {
  const from = JSON.stringify(new URL('../../src/cli/log.ts', import.meta.url).href)
  const whole = `
    import { createLog } from ${from}
    const secret = ${JSON.stringify(secret)}
    const log = createLog('info', [secret])
    ${program}`
  const file = join(emptyFolder(), 'program.mjs')
  writeFileSync(file, whole)
  const { stdout } = spawnSync('script', ['-qec', `"${process.execPath}" "${file}"`, '/dev/null'], {
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', NODE_DISABLE_COLORS: '1', FORCE_COLOR: undefined },
  })
  return stdout
}
