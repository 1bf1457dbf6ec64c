import {
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type BackupSource,
  BackupUnusableError,
  bytesOfPiece,
  openBackup,
  piecesOf,
  writeBackup,
} from '../../src/store/backup/backup-file.ts'
import { emptyFolder } from '../tools/folder.ts'

const about = { by: '0.3.0', at: '2026-11-23T09:00:00.000Z' }

async function* each<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  yield* items
}

const source = (part: BackupSource['part'], lines: Parameters<typeof each>[0] = []): BackupSource => ({
  part,
  open: async () => ({ version: 2, lines: each(lines as Iterable<{ removed: string }>) }),
})

async function written(...sources: BackupSource[]): Promise<string> {
  const path = join(emptyFolder(), 'backup.gz')
  await writeBackup(path, { ...about, sources })
  return path
}

const refused = (path: string) =>
  openBackup(path).then(
    () => undefined,
    (error: unknown) => error,
  )

describe('a backup file', () => {
  it('gives back every part with its version, and nobody else may read it', async () => {
    const rows = { table: 'records', columns: ['a', 'b'], rows: [['1', null]] }
    const path = await written(
      source('folder', [{ file: 'a.json', at: 0, text: '{"\u2028": "ü"}\r' }, { removed: 'b.json' }]),
      source('mentions', [{ file: 'm', at: 0, base64: '/w==' }]),
      source('database', [rows]),
    )
    const backup = await openBackup(path)
    expect(backup.versions).toEqual({ folder: 2, mentions: 2, database: 2 })
    expect(await Array.fromAsync(backup.files('folder'))).toMatchObject([
      { file: 'a.json', at: 0, text: '{"\u2028": "ü"}\r' },
      { removed: 'b.json' },
    ])
    expect(await Array.fromAsync(backup.files('mentions'))).toMatchObject([{ file: 'm', base64: '/w==' }])
    expect(await Array.fromAsync(backup.tables())).toMatchObject([rows])
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('goes neither through a link nor into a file that somebody has prepared at its unfinished name', async () => {
    const folder = emptyFolder()
    const other = join(folder, 'other')
    writeFileSync(other, 'of somebody else', { mode: 0o644 })
    for (const prepare of [symlinkSync, linkSync, copyFileSync]) {
      const path = join(folder, `${prepare.name}.gz`)
      prepare(other, `${path}.unfinished`)
      await writeBackup(path, { ...about, sources: [] })
      expect(readFileSync(other, 'utf8')).toBe('of somebody else')
      expect([lstatSync(path).isFile(), lstatSync(path).mode & 0o777]).toEqual([true, 0o600])
    }
    symlinkSync(join(folder, 'nowhere'), join(folder, 'x.gz.unfinished'))
    await writeBackup(join(folder, 'x.gz'), { ...about, sources: [] })
    expect(existsSync(join(folder, 'nowhere'))).toBe(false)
  })

  it('keeps every byte of a file, whatever they are', () => {
    const bytes = fc.oneof(fc.uint8Array({ maxLength: 2000 }), fc.string({ unit: 'binary' }).map(Buffer.from))
    fc.assert(
      fc.property(bytes, (given) => {
        const pieces = [...piecesOf('x', Buffer.from(given))].map((piece) =>
          bytesOfPiece(JSON.parse(JSON.stringify(piece))),
        )
        expect(Buffer.concat(pieces).equals(Buffer.from(given))).toBe(true)
      }),
      { numRuns: 50 },
    )
    const large = Buffer.from(`${'ü'.repeat(300_000)}\n`.repeat(3))
    const pieces = [...piecesOf('x', large)]
    expect(pieces.length).toBeGreaterThan(2)
    expect(Buffer.concat(pieces.map(bytesOfPiece)).equals(large)).toBe(true)
  })

  it('is refused if its end is missing, wherever it was cut off', async () => {
    const path = await written(
      source(
        'folder',
        Array.from({ length: 40 }, (_, at) => ({ removed: `${at}` })),
      ),
    )
    const whole = readFileSync(path)
    const lines = gunzipSync(whole).toString('utf8').split('\n')
    const cut = join(emptyFolder(), 'cut.gz')
    for (let length = 0; length < whole.length; length += 7) {
      writeFileSync(cut, whole.subarray(0, length))
      expect(await refused(cut), `${length} bytes`).toBeInstanceOf(BackupUnusableError)
    }
    for (let count = 0; count < lines.length - 1; count++) {
      writeFileSync(
        cut,
        gzipSync(
          lines
            .slice(0, count)
            .map((line) => `${line}\n`)
            .join(''),
        ),
      )
      expect(await refused(cut), `${count} lines`).toBeInstanceOf(BackupUnusableError)
    }
  })

  it('is refused if one of its lines was changed, removed or repeated', async () => {
    const path = await written(source('folder', [{ removed: 'a' }, { removed: 'b' }, { removed: 'c' }]))
    const lines = gunzipSync(readFileSync(path)).toString('utf8').trimEnd().split('\n')
    const changed = join(emptyFolder(), 'changed.gz')
    const put = (some: string[]) => writeFileSync(changed, gzipSync(some.map((line) => `${line}\n`).join('')))
    put(lines)
    expect(await refused(changed)).toBeUndefined()
    for (let index = 0; index < lines.length; index++) {
      put(lines.map((line, at) => (at === index ? line.replace(/[a-c0-9]"/, 'z"') : line)))
      if (lines[index]?.match(/[a-c0-9]"/)) expect(await refused(changed)).toBeInstanceOf(BackupUnusableError)
      put(lines.toSpliced(index, 1))
      expect(await refused(changed)).toBeInstanceOf(BackupUnusableError)
      put(lines.toSpliced(index, 0, lines[index] ?? ''))
      expect(await refused(changed)).toBeInstanceOf(BackupUnusableError)
    }
  })

  it('is refused with the name of the version that wrote it if its format is newer', async () => {
    const path = join(emptyFolder(), 'newer.gz')
    writeFileSync(path, gzipSync('{"overheard":"backup","format":2,"by":"9.1.0","other":1}\n{"end":{}}\n'))
    await expect(openBackup(path)).rejects.toThrow(
      'A newer version of Overheard (9.1.0) has written the backup',
    )
  })

  it.each([
    ['is no gzip file', Buffer.from('hello')],
    ['has something else', gzipSync('hello\n')],
    ['is empty', Buffer.alloc(0)],
  ])('is refused if it %s', async (_, bytes) => {
    const path = join(emptyFolder(), 'other')
    writeFileSync(path, bytes)
    expect(await refused(path)).toBeInstanceOf(BackupUnusableError)
  })

  it('does not replace another file, and leaves nothing behind if the store cannot be read', async () => {
    const path = await written(source('folder'))
    await expect(writeBackup(path, { ...about, sources: [] })).rejects.toThrow('exists already')
    const folder = emptyFolder()
    const failing: BackupSource = { part: 'folder', open: () => Promise.reject(new Error('no such store')) }
    await expect(writeBackup(join(folder, 'x.gz'), { ...about, sources: [failing] })).rejects.toThrow(
      'no such store',
    )
    expect(readdirSync(folder)).toEqual([])
  })
})
