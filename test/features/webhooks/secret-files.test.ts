import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSettings, readVariables, SettingsError } from '../../../src/config/settings.ts'
import { emptyFolder } from '../../tools/folder.ts'

const sound = {
  MENTIONS_API_URL: 'https://mentions.example',
  MENTIONS_API_TOKEN: 'token',
  SLACK_BOT_TOKEN: 'xoxb-1',
  SLACK_APP_TOKEN: 'xapp-1',
}

function fileWith(text: string): string {
  const path = join(emptyFolder(), 'secret')
  writeFileSync(path, text)
  return path
}

describe('the secret of a webhook in a file', () => {
  it('signs the events of a webhook', () => {
    const folder = emptyFolder()
    const configuration = join(folder, 'overheard.yaml')
    writeFileSync(configuration, 'webhooks: [{ url: https://x.example/, secretEnv: HOOK_SECRET }]')
    const secret = 'x'.repeat(24)
    const variables = { ...sound, CONFIG_FILE: configuration, HOOK_SECRET_FILE: fileWith(`${secret}\n`) }
    expect(readSettings(readVariables(variables)).secrets).toContain(secret)
  })

  it('that cannot be used is an error with the line of the configuration', () => {
    const configuration = fileWith('webhooks:\n  - { url: https://x.example/, secretEnv: HOOK_SECRET }\n')
    const variables = { ...sound, CONFIG_FILE: configuration, HOOK_SECRET_FILE: '/nowhere/hook' }
    expect(() => readSettings(readVariables(variables))).toThrow(
      new SettingsError(
        `${configuration} has an error:\n  line 2: webhooks[0].secretEnv: the file of the environment variable HOOK_SECRET_FILE cannot be used: there is no such file or folder`,
      ),
    )
  })
})
