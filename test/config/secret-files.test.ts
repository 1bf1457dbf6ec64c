import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readEnvironment } from '../../src/config/environment.ts'
import { readVariables } from '../../src/config/settings.ts'
import { secretNames } from '../../src/kernel/secret-files.ts'
import { emptyFolder } from '../tools/folder.ts'

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

function pipe(): string {
  const path = join(emptyFolder(), 'pipe')
  execFileSync('mkfifo', [path])
  return path
}

describe('a secret in a file', () => {
  it.each(secretNames)('%s is read from the file that its variable with _FILE names', (name) => {
    const variables = readVariables({ [`${name}_FILE`]: ` ${fileWith('\ufeffs3cret of 1 file\r\n')} ` })
    expect(variables).toEqual({ [name]: 's3cret of 1 file' })
  })

  it('can have two lines, for the time in which a token is replaced', () => {
    const path = fileWith('the-new-token-of-status\nthe-old-token-of-status\n')
    const { environment } = {
      environment: undefined,
      ...readEnvironment(readVariables({ ...sound, STATUS_TOKEN_FILE: path })),
    }
    expect(environment?.STATUS_TOKEN).toBe('the-new-token-of-status\nthe-old-token-of-status')
  })

  it('is read again each time', () => {
    const path = fileWith('one')
    expect(readVariables({ MCP_TOKEN_FILE: path })).toEqual({ MCP_TOKEN: 'one' })
    writeFileSync(path, 'two')
    expect(readVariables({ MCP_TOKEN_FILE: path })).toEqual({ MCP_TOKEN: 'two' })
  })

  it('is not read for a variable that is no secret and that the configuration does not name', () => {
    const variables = { SSL_CERT_FILE: '/nowhere', OTHER_FILE: fileWith('x'), CONFIG_FILE: '/nowhere' }
    expect(readVariables(variables)).toEqual(variables)
  })
})

describe('a file with a secret that cannot be used is an error that names its variable', () => {
  const errorsOf = (variables: Record<string, string>) => readEnvironment(readVariables(variables)).errors
  const { SLACK_BOT_TOKEN: _, ...withoutBot } = sound

  it.each([
    ['does not exist', () => '/nowhere/secret', 'there is no such file or folder'],
    ['is empty', () => fileWith('\n'), 'the file is empty'],
    ['is a folder', emptyFolder, 'this is a folder, but a file is needed'],
    ['is a device without an end', () => '/dev/zero', 'this is a device or a pipe, but a file is needed'],
    ['is a pipe to which nobody writes', pipe, 'this is a device or a pipe, but a file is needed'],
    ['says that it is empty, and is too long', () => '/proc/kallsyms', 'the file is too long for a secret'],
    ['is too long', () => fileWith('x'.repeat(70_000)), 'the file is too long for a secret'],
  ])('if it %s', (_what, path, reason) => {
    expect(errorsOf({ ...withoutBot, SLACK_BOT_TOKEN_FILE: path() })).toEqual([
      `SLACK_BOT_TOKEN_FILE: ${reason}`,
    ])
  })

  it('if its variable is set, too', () => {
    expect(errorsOf({ ...sound, SLACK_BOT_TOKEN_FILE: fileWith('xoxb-2') })).toEqual([
      'SLACK_BOT_TOKEN_FILE: SLACK_BOT_TOKEN is set, too: set only one of them',
    ])
  })

  it('if its content is no value of the variable, and the error does not show it', () => {
    expect(errorsOf({ ...withoutBot, SLACK_BOT_TOKEN_FILE: fileWith('wrong-hush') })).toEqual([
      'SLACK_BOT_TOKEN: expected a bot token (xoxb-…)',
    ])
  })
})
