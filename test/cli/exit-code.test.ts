import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openDatabase } from '../../packages/listen/src/store/database.ts'
import { exitCodeOf } from '../../src/cli/exit-code.ts'
import { readSettings } from '../../src/config/settings.ts'
import { FolderUnusableError } from '../../src/store/file/open-folder.ts'
import { emptyFolder } from '../tools/folder.ts'

const passing = [
  ...['EIO', 'EMFILE', 'ENFILE', 'ENOSPC', 'EDQUOT', 'EAGAIN', 'ETIMEDOUT', 'EBUSY', 'ESTALE', 'ENOMEM'],
  ...['EINTR', 'ENOLCK', 'ECONNREFUSED', 'EHOSTDOWN', 'EREMOTEIO'],
]
const lasting = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOENT', 'EISDIR', 'ELOOP', 'ENAMETOOLONG']

const systemError = (code: string) =>
  Object.assign(new Error(`${code}: no, open 'x'`), { code, errno: -1, syscall: 'open' })

const variables = {
  MENTIONS_API_URL: 'https://mentions.example',
  MENTIONS_API_TOKEN: 'token',
  SLACK_BOT_TOKEN: 'xoxb-1',
  SLACK_APP_TOKEN: 'xapp-1',
}

/** What `overheard start` ends with if the system refuses something with this code. */
const starts: [what: string, start: (code: string) => unknown][] = [
  [
    'the data folder',
    (code) => {
      throw new FolderUnusableError('no', { cause: systemError(code) })
    },
  ],
  [
    'the configuration file',
    (code) =>
      readSettings({ ...variables, CONFIG_FILE: 'config/overheard.yaml' }, () => {
        throw systemError(code)
      }),
  ],
  [
    'a calendar file',
    (code) =>
      readSettings({ ...variables }, (path) => {
        if (path.endsWith('.ics')) throw systemError(code)
        return Buffer.from('calendar: [holidays.ics]')
      }),
  ],
]

async function codeOf(run: () => unknown): Promise<number> {
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => stderr.mockRestore())
  return exitCodeOf(async () => {
    await run()
    return 0
  })
}

describe.each(starts)('a start that the system refuses %s', (_what, start) => {
  it.each(passing)('ends with 1 after %s, so that it is tried again', async (code) => {
    expect(await codeOf(() => start(code))).toBe(1)
  })

  it.each(lasting)('ends with 78 after %s, because a person must change something', async (code) => {
    expect(await codeOf(() => start(code))).toBe(78)
  })
})

describe('a start', () => {
  it('ends with 78 if one of two errors of the settings does not pass by itself', async () => {
    const away = () => {
      throw systemError('EIO')
    }
    expect(await codeOf(() => readSettings({ ...variables, PORT: 'x' }, away))).toBe(78)
  })

  it('of the mention service ends with 1 while another process uses its file, and with 78 if that is no database', async () => {
    const path = join(emptyFolder(), 'mentions.sqlite')
    const first = openDatabase(path)
    expect(await codeOf(() => openDatabase(path))).toBe(1)
    first.close()
    writeFileSync(path, 'this is no database, but some text that is long enough to be read as one'.repeat(20))
    expect(await codeOf(() => openDatabase(path))).toBe(78)
    expect(await codeOf(() => openDatabase('/nowhere/mentions.sqlite'))).toBe(78)
  })
})
