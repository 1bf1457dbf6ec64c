import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { channel, createWorld, type World } from '../tools/e2e/bot-world.ts'

/** H4: compiled code is executed, so Node's compile cache is loaded only from a folder that nobody else can write to. */

let world: World | undefined
afterEach(() => world?.close())

const configuration = {
  subscriptions: [{ name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *' }],
}

/** A temporary folder, removed after the test. */
function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'overheard-cache-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Creates a folder with exactly this mode, whatever the umask. */
function makeFolder(path: string, mode: number): void {
  mkdirSync(path)
  chmodSync(path, mode)
}

/** The output of `main.ts` with a compile cache that somebody else may have filled. */
function printedWith(cache: string): string {
  const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: cache }
  return spawnSync(process.execPath, ['src/main.ts', 'check', '--help'], { env, encoding: 'utf8' }).stdout
}

/**
 * Adds a line of code to each cached source, as an attacker can who created the folder first. An entry has a header of five words (the
 * third is the size of the content, the fifth its CRC32); for a TypeScript file the content is the text without types.
 */
function forge(cache: string): void {
  for (const name of readdirSync(cache, { recursive: true, encoding: 'utf8' })) {
    const path = join(cache, name)
    if (!lstatSync(path).isFile()) continue
    const entry = readFileSync(path)
    const source = entry.subarray(20).toString()
    if (!source.startsWith('import') && !source.startsWith('/**')) continue
    const forged = Buffer.from(`process.stdout.write('POISONED\\n');${source}`)
    const header = Buffer.from(entry.subarray(0, 20))
    header.writeUInt32LE(forged.length, 8)
    header.writeUInt32LE(crc32(forged), 16)
    writeFileSync(path, Buffer.concat([header, forged]))
  }
}

it('code that another user put into the shared folder for temporary files is not executed', async () => {
  const shared = ownFolder()
  chmodSync(shared, 0o1777)
  const cache = join(shared, 'node-compile-cache')
  expect(printedWith(cache)).not.toContain('POISONED')
  forge(cache)
  expect(printedWith(cache), 'Node would run it').toContain('POISONED')
  const planted = readdirSync(cache, { recursive: true })

  world = await createWorld({ configuration, environment: { TMPDIR: shared }, runs: 'src/main.ts' })
  world.start()
  await world.until('the initial sync', () => world?.watches() === true)
  await world.end('SIGTERM')
  expect(world.output()).not.toContain('POISONED')
  expect(readdirSync(cache, { recursive: true })).toEqual(planted)
})

describe('the folder of the compile cache', () => {
  /** A minimal installation: the code that enables the cache, and a program that prints its folder. */
  function installation(): { root: string; cache: string; folderOf: (before?: string) => string } {
    const root = ownFolder()
    mkdirSync(join(root, 'src'))
    copyFileSync('src/compile-cache.js', join(root, 'src/compile-cache.js'))
    writeFileSync(join(root, 'package.json'), '{ "type": "module" }')
    const program = join(root, 'src/tell.js')
    const folderOf = (before = '') => {
      writeFileSync(
        program,
        `${before}; await import('./compile-cache.js')
        process.stdout.write(process.getBuiltinModule('node:module').getCompileCacheDir() ?? 'none')`,
      )
      const env = { PATH: process.env.PATH, TMPDIR: root }
      return spawnSync(process.execPath, [program], { env, encoding: 'utf8' }).stdout
    }
    return { root, cache: join(root, '.cache'), folderOf }
  }

  it('is inside the installation and accessible only to its owner', () => {
    const { cache, folderOf } = installation()
    expect(folderOf()).toContain(cache)
    expect(lstatSync(cache).mode & 0o777).toBe(0o700)
    expect(folderOf()).toContain(cache)
  })

  it.each<[string, (cache: string) => void]>([
    ['it is a link to another folder', (cache) => symlinkSync(ownFolder(), cache)],
    ['it is a file', (cache) => writeFileSync(cache, '')],
    ['a group may write to it', (cache) => makeFolder(cache, 0o770)],
    ['everybody may write to it', (cache) => makeFolder(cache, 0o777)],
    ['everybody may write to the installation', (cache) => chmodSync(join(cache, '..'), 0o777)],
  ])('is not used if %s', (_, make) => {
    const { cache, folderOf } = installation()
    make(cache)
    expect(folderOf()).toBe('none')
  })

  it('is not used if it belongs to another user', () => {
    const { folderOf } = installation()
    folderOf()
    expect(folderOf('process.getuid = () => 4711')).toBe('none')
  })

  describe.skipIf(process.getuid?.() !== 0)('with several users (needs root)', () => {
    const asAnother = 'process.setuid(4711)'

    it('is not created by a user if root owns the installation', () => {
      const { root, cache, folderOf } = installation()
      chmodSync(root, 0o755)
      expect(folderOf(asAnother)).toBe('none')
      expect(() => lstatSync(cache)).toThrow('ENOENT')
    })

    it('is used by the user for whom root created it, but not by root', () => {
      const { root, cache, folderOf } = installation()
      chmodSync(root, 0o755)
      mkdirSync(cache, { mode: 0o700 })
      chownSync(cache, 4711, 4711)
      expect(folderOf()).toBe('none')
      expect(folderOf(asAnother)).toContain(cache)
    })

    it('is not created by root if another user owns the installation', () => {
      const { root, cache, folderOf } = installation()
      chownSync(root, 4711, 4711)
      expect(folderOf()).toBe('none')
      expect(() => lstatSync(cache)).toThrow('ENOENT')
    })
  })
})
