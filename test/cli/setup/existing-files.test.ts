import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { readSettings, readVariables } from '../../../src/config/settings.ts'
import { goodTokens, openWorld } from './setup-world.ts'

describe('npm run setup with incomplete input or with unusable files', () => {
  it.each([0, 1])(
    'ends with exit code 1 and writes nothing if the input ends after %i answers, before the first step is complete',
    async (count) => {
      const world = await openWorld()
      const { code, said } = await world.setUp(goodTokens(world).slice(0, count))
      expect(code).toBe(1)
      expect(said).toContain('Nothing was written: start it again with: npm run setup')
      expect(await readdir(dirname(world.files.env))).toEqual([])
    },
  )

  it('leaves no folder if it ends before the first step is complete', async () => {
    const world = await openWorld()
    const folder = dirname(world.files.env)
    world.files.configuration = join(folder, 'deep/config/overheard.yaml')
    await world.setUp([])
    expect(await readdir(folder)).toEqual([])
  })

  it.each([
    [2, ['MENTIONS_API_URL', 'MENTIONS_API_TOKEN']],
    [3, ['MENTIONS_API_URL', 'MENTIONS_API_TOKEN', 'SLACK_BOT_TOKEN']],
    [4, ['MENTIONS_API_URL', 'MENTIONS_API_TOKEN', 'SLACK_BOT_TOKEN', 'SLACK_APP_TOKEN']],
    [5, ['MENTIONS_API_URL', 'MENTIONS_API_TOKEN', 'SLACK_BOT_TOKEN', 'SLACK_APP_TOKEN']],
  ])('keeps the answers if the input ends after %i answers, and goes on with them', async (count, names) => {
    const world = await openWorld()
    const answers = [...goodTokens(world), 'acme brand', 'general']
    const first = await world.setUp(answers.slice(0, count))
    expect(first.code).toBe(1)
    expect(first.said).toContain(`Your answers so far are in ${world.files.env}. To go on, start it again`)
    const written = parseEnv(await world.read('env'))
    const asked = Object.keys(written).filter((name) => !['SLACK_API_URL', 'CONFIG_FILE'].includes(name))
    expect(asked.toSorted()).toEqual(names.toSorted())
    expect(await world.modeOf('env')).toBe(0o600)

    const kept = answers.slice(0, Math.min(count, 4)).map(() => '')
    const { code } = await world.setUp(
      [...kept, ...answers.slice(kept.length)],
      written as Record<string, string>,
    )
    expect(code).toBe(0)
    expect(await world.read('configuration')).toContain('alert: Acme brand')
  })

  it('does not start if the configuration has errors, and names their lines', async () => {
    const world = await openWorld()
    await world.write('configuration', 'subscriptions:\n  - name: a\n    chanel: C1\n')
    const { code, said } = await world.setUp([], { LOG_LEVEL: 'loud' })
    expect(code).toBe(78)
    expect(said).toContain('LOG_LEVEL: expected one of')
    expect(said).toContain('line 3: subscriptions[0].chanel: unknown key')
  })

  it('says which file cannot be written, and keeps the answers of the steps before', async () => {
    const world = await openWorld()
    await world.write('configuration', 'timezone: UTC\n')
    await mkdir(`${world.files.configuration}.new`)
    const { code, said } = await world.setUp([...goodTokens(world), 'acme brand', 'general'])
    expect(code).toBe(1)
    expect(said).toContain(`${world.files.configuration} cannot be written`)
    expect(said).toContain(`Your answers so far are in ${world.files.env}.`)
    expect(await world.read('configuration')).toBe('timezone: UTC\n')
  })

  it.each(['env', 'configuration'] as const)(
    'reports before its first question that the %s file cannot be written',
    async (file) => {
      const world = await openWorld()
      await mkdir(`${world.files[file]}.new`)
      const { code, said } = await world.setUp([])
      expect(code).toBe(1)
      expect(said).toMatch(/^The files cannot be written \(.*\)\. They are as they were\.\n$/)
      expect(await readdir(dirname(world.files.env))).toHaveLength(1)
    },
  )

  it.each(['env', 'configuration'] as const)(
    'does not start if the %s file is not UTF-8, because characters would be lost',
    async (file) => {
      const world = await openWorld()
      const latin1 = Buffer.from('# first\n# Café\n', 'latin1')
      await writeFile(world.files[file], latin1)
      const { code, said } = await world.setUp(goodTokens(world))
      expect(code).toBe(78)
      expect(said).toContain(`${world.files[file]}, line 2: a character is not UTF-8`)
      expect(await readFile(world.files[file])).toEqual(latin1)
    },
  )
})

describe('npm run setup with secrets in files', () => {
  async function worldWithFile() {
    const world = await openWorld()
    const secret = join(dirname(world.files.env), 'bot-token')
    await writeFile(secret, `${world.workspace.seed.token.bot}\n`)
    await world.write('env', `SLACK_BOT_TOKEN_FILE=${secret}\n`)
    const known = { SLACK_BOT_TOKEN_FILE: secret }
    const [url, accessToken, , app] = goodTokens(world)
    const answers = (bot: string) => [url ?? '', accessToken ?? '', bot, app ?? '', 'acme brand', 'general']
    return { world, secret, known, answers }
  }

  it('offers a token that is in a file, leaves it there, and the bot can start with the result', async () => {
    const { world, secret, known, answers } = await worldWithFile()
    const { code, said } = await world.setUp(answers(''), known)
    expect([code, said]).toEqual([0, expect.stringContaining('[xoxb-…-bot]')])
    const env = parseEnv(await world.read('env'))
    expect(env).toMatchObject({ SLACK_BOT_TOKEN_FILE: secret })
    expect(env).not.toHaveProperty('SLACK_BOT_TOKEN')
    expect(said).not.toContain('Careful')
    expect(readSettings(readVariables(env)).environment.SLACK_BOT_TOKEN).toBe(world.workspace.seed.token.bot)
  })

  it('writes another token into .env and removes the name of the file, because only one of them may be set', async () => {
    const { world, secret, known, answers } = await worldWithFile()
    await writeFile(secret, 'xoxb-an-old-token')
    const bot = world.workspace.seed.token.bot
    const { code, said } = await world.setUp(answers(bot), known)
    expect([code, said]).toEqual([
      0,
      expect.stringContaining('has SLACK_BOT_TOKEN now; what was in a file before is not read any more'),
    ])
    const env = parseEnv(await world.read('env'))
    expect(env).toMatchObject({ SLACK_BOT_TOKEN: bot, SLACK_BOT_TOKEN_FILE: '' })
    expect(readSettings(readVariables(env)).environment.SLACK_BOT_TOKEN).toBe(bot)
  })

  it('does not start if the file of a secret cannot be read, and says why', async () => {
    const { world, answers } = await worldWithFile()
    const { code, said } = await world.setUp(answers(''), { SLACK_BOT_TOKEN_FILE: '/nonexistent/token' })
    expect(code).toBe(78)
    expect(said).toMatch(/SLACK_BOT_TOKEN_FILE: .*(no such file|does not exist)/i)
  })
})
