import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { settingsChecks } from '../../../src/cli/doctor/local-checks.ts'
import { placeholderVariables, readPartialSettings } from '../../../src/config/settings.ts'
import { runHere } from '../../tools/command-here.ts'
import { emptyFolder } from '../../tools/folder.ts'

it.each([
  [{}, undefined],
  [{ MCP_TOKEN: 'a-token-for-assistants' }, 'AI assistants can ask /mcp on port 3000.'],
  [
    { MCP_PRIVATE_TOKEN: 'a-token-for-assistants', HOST: '0.0.0.0', PORT: '80' },
    'AI assistants can ask /mcp on port 80. Other machines may reach it: put a proxy with TLS in front, because the token is sent with each question.',
  ],
])(
  'the doctor says if AI assistants can ask, and asks for TLS if other machines can: with %j',
  async (variables, said) => {
    const file = () => Buffer.from('subscriptions: []')
    const settings = readPartialSettings({ ...placeholderVariables, ...variables }, 'overheard.yaml', file)
    const [environment] = settingsChecks(settings, [])
    const findings = (await environment?.run()) ?? []
    expect(findings.map(({ what }) => what).find((what) => what.includes('/mcp'))).toBe(said)
  },
)

it.each(['SLACK_BOT_TOKEN', 'MENTIONS_API_TOKEN', 'STATUS_TOKEN'] as const)(
  'the doctor names the file of %s if it cannot be read, and goes on without the secret',
  async (name) => {
    const { [name]: _, ...others }: Record<string, string | undefined> = placeholderVariables
    const variables = { ...others, [`${name}_FILE`]: '/nonexistent/secret' }
    const settings = readPartialSettings(variables, 'overheard.yaml', () => Buffer.from('subscriptions: []'))
    expect(settings.usable(name)).toBe(false)
    const [environment] = settingsChecks(settings, [])
    const findings = (await environment?.run()) ?? []
    expect(findings.map(({ what }) => what)).toContain(`${name}_FILE: there is no such file or folder.`)
  },
)

function fileWith(text: string): string {
  const file = join(emptyFolder(), 'overheard.yaml')
  writeFileSync(file, text)
  return file
}

it('the doctor warns of text that # may cut, as the check of the file does', async () => {
  const file = fileWith(
    'subscriptions:\n  - { name: acme, alert: Acme, channel: C1 }\ntimezone: UTC #office\n',
  )
  const [, configuration] = settingsChecks(readPartialSettings(placeholderVariables, file), [])
  expect(await configuration?.run()).toEqual([
    expect.objectContaining({ level: 'fine' }),
    {
      level: 'warning',
      what: "Line 3: # begins a comment here, so the rest of the line is missing: use quotes ('#brand').",
      whatToDo: "If it is no comment, write 'UTC #office'. If it is one, write a blank behind the #.",
    },
  ])
})

it('the doctor reports a proxy that is no address, and goes on with its checks', async () => {
  const { code, said } = await runHere(['doctor'], {
    HTTPS_PROXY: '10.0.0.5:3128',
    CONFIG_FILE: fileWith('subscriptions: []'),
    DATA_DIR: emptyFolder(),
  })
  expect(said).toContain('HTTPS_PROXY: expected an http or https address.')
  expect(said).toContain('overheard.yaml is valid')
  expect(code).toBe(78)
})
