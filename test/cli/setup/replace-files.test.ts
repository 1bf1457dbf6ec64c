import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { replaceFiles } from '../../../src/cli/setup/save-answers.ts'

describe('replacing several files in one step', () => {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'overheard-files-'))
    onTestFinished(() => rm(folder, { recursive: true }))
  })
  const at = (name: string) => join(folder, name)

  it('creates new files and their folder, and leaves no temporary file', async () => {
    await replaceFiles([{ path: at('deep/down.yaml'), text: 'a', mode: 0o644 }])
    expect(await readFile(at('deep/down.yaml'), 'utf8')).toBe('a')
    expect(await readdir(at('deep'))).toEqual(['down.yaml'])
  })

  it('makes a file that everybody can read readable only for its owner', async () => {
    await writeFile(at('.env'), 'old', { mode: 0o644 })
    await replaceFiles([{ path: at('.env'), text: 'new', mode: 0o600 }])
    expect((await stat(at('.env'))).mode & 0o777).toBe(0o600)
  })

  it('replaces the target of a symbolic link, and keeps the link', async () => {
    await writeFile(at('real'), 'old')
    await symlink(at('real'), at('link'))
    await replaceFiles([{ path: at('link'), text: 'new', mode: 0o644 }])
    expect(await readFile(at('real'), 'utf8')).toBe('new')
  })

  it('replaces the temporary file that an earlier attempt left, and leaves none', async () => {
    await writeFile(at('.env.new'), 'leftover', { mode: 0o666 })
    await replaceFiles([{ path: at('.env'), text: 'new', mode: 0o600 }])
    expect((await stat(at('.env'))).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['.env'])
  })

  it('changes no file if one of them cannot be written', async () => {
    await writeFile(at('first'), 'old')
    await writeFile(at('file'), '')
    const files = [
      { path: at('first'), text: 'new', mode: 0o644 },
      { path: at('file/below'), text: 'new', mode: 0o644 },
    ]
    await expect(replaceFiles(files)).rejects.toThrow('ENOTDIR')
    expect(await readFile(at('first'), 'utf8')).toBe('old')
    expect((await readdir(folder)).sort()).toEqual(['file', 'first'])
  })
})
