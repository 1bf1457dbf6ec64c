import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { emptyCheckpoint } from '../../src/model/checkpoint.ts'
import { openFolder } from '../../src/store/file/open-folder.ts'
import { rewriteFolder } from '../../src/store/file/rewrite-folder.ts'
import { openDatabaseStore } from '../../src/store/postgres/open-database.ts'
import { rewriteDatabase } from '../../src/store/postgres/rewrite-database.ts'
import type { Rewrite } from '../../src/store/rewrite.ts'
import type { Store } from '../../src/store/store.ts'
import { useDatabases } from '../tools/databases.ts'
import { emptyFolder } from '../tools/folder.ts'

const databases = useDatabases()
const deps = {
  now: () => Date.UTC(2026, 10, 22),
  setTimer: () => () => undefined,
  log: { warn: () => undefined },
}
const key = { subscription: 'acme', alert: '7' }
const message = { channel: 'C1', ts: '1795000000.000100' }
const entry = {
  ...key,
  at: Date.UTC(2026, 10, 22),
  id: '1',
  url: 'old',
  outcome: 'skipped',
  reason: 'x',
} as const

/** Replaces the word "old" in every string, and notes what it sees. */
function replaceOld() {
  const seen: Parameters<Rewrite>[0][] = []
  const rewrite: Rewrite = (stored) => {
    seen.push(stored)
    const text = JSON.stringify(stored.value)
    return text.includes('old') ? JSON.parse(text.replaceAll('old', 'new')) : stored.value
  }
  return { seen, rewrite }
}

async function fill(store: Store): Promise<void> {
  const checkpoints = store.leading.checkpoints()
  await checkpoints.save(key, { ...emptyCheckpoint, channel: 'old' })
  await store.collection('mutes', z.string()).put('C1', 'old')
  await store.collection('mutes', z.string()).put('C2', 'same')
  const cards = store.messages('cards', z.string())
  await cards.add(message, 'old')
  await cards.change(message, () => 'older')
  store.decisions.record([entry, { ...entry, id: '2', url: 'same' }])
}

async function contents(store: Store) {
  const decisions: string[] = []
  for await (const { url } of store.decisions.entries(0)) decisions.push(url)
  const found = await store.checkpoints.load(key)
  return {
    checkpoint: found.kind === 'kept' ? found.checkpoint.channel : found.kind,
    mutes: await store.collection('mutes', z.string()).all(),
    card: await store.messages('cards', z.string()).find(message),
    decisions,
    one: (await store.decisions.of('1')).map(({ url }) => url),
  }
}

const rewritten = {
  checkpoint: 'new',
  mutes: ['new', 'same'],
  card: 'newer',
  decisions: ['new', 'same'],
  one: ['new'],
}

describe('rewriting every stored value of a data folder', () => {
  async function filled(): Promise<string> {
    const folder = emptyFolder()
    const store = await openFolder(folder, deps)
    await fill(store)
    await store.close()
    return folder
  }
  const textOf = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile())
      .map((path) => readFileSync(path, 'utf8'))
      .join('\n')

  it('changes every value, leaves no trace of an earlier one in the files, and leaves a valid folder', async () => {
    const folder = await filled()
    const { seen, rewrite } = replaceOld()
    const { changed } = await rewriteFolder(folder, rewrite)
    expect(changed.sort()).toEqual(['cards', 'checkpoints', 'decisions', 'mutes'])
    expect(seen.find(({ kind }) => kind === 'cards')?.place).toEqual(message)
    expect(textOf(folder)).not.toContain('old')
    const store = await openFolder(folder, deps)
    expect(await contents(store)).toEqual(rewritten)
    await store.close()
  })

  it('changes nothing in a dry run', async () => {
    const folder = await filled()
    const before = textOf(folder)
    const { changed } = await rewriteFolder(folder, replaceOld().rewrite, { dryRun: true })
    expect(changed).toHaveLength(4)
    expect(textOf(folder)).toBe(before)
  })

  it('removes a file that is not JSON if the rewrite would change it', async () => {
    const folder = await filled()
    writeFileSync(join(folder, 'mutes.json.damaged'), 'old {')
    writeFileSync(join(folder, 'problems.json.damaged'), 'other {')
    await rewriteFolder(folder, ({ kind, value }) =>
      typeof value === 'string' ? value.replaceAll('old', 'new') : replaceOld().rewrite({ kind, value }),
    )
    expect(textOf(folder)).not.toContain('old')
    expect(readdirSync(folder)).not.toContain('mutes.json.damaged')
    expect(readFileSync(join(folder, 'problems.json.damaged'), 'utf8')).toBe('other {')
  })
})

describe('rewriting damaged text of a data folder', () => {
  const rewrite: Rewrite = ({ value }) =>
    typeof value === 'string' ? value.replaceAll('Bo "B" Lee', '[removed]') : value

  it('keeps a file damaged whose records restrict something, because without it the bot would open', async () => {
    const folder = emptyFolder()
    writeFileSync(join(folder, 'mutes.json'), '{"C1":[{"name":"Bo \\"B\\" Lee"}')
    const { changed } = await rewriteFolder(folder, rewrite, { restricting: new Set(['mutes']) })
    expect(changed).toEqual(['mutes'])
    const left = readFileSync(join(folder, 'mutes.json'), 'utf8')
    expect(left).toContain('[removed]')
    expect(() => JSON.parse(left)).toThrow()
  })

  it('finds a name that JSON writes in another way, also in text that is not UTF-8', async () => {
    const folder = emptyFolder()
    writeFileSync(join(folder, 'mutes.json.damaged'), '{"name":"Bo \\u0022B\\u0022 Lee"')
    writeFileSync(join(folder, 'pauses.json.damaged'), Buffer.from([0xff, ...Buffer.from('Bo "B" Lee')]))
    await rewriteFolder(folder, rewrite)
    expect(readdirSync(folder)).toEqual(['records.sqlite'])
  })

  it('names the files with damaged text that stay, because they may have parts of a mention', async () => {
    const folder = emptyFolder()
    writeFileSync(join(folder, 'reminders.json'), '{"a":')
    const { damaged } = await rewriteFolder(folder, rewrite)
    expect(damaged).toEqual([join(folder, 'reminders.json')])
  })

  it('keeps the checksum of a checkpoint right, and that of a damaged one wrong', async () => {
    const folder = emptyFolder()
    const store = await openFolder(folder, deps)
    const checkpoints = store.leading.checkpoints()
    await checkpoints.save(key, { ...emptyCheckpoint, channel: 'old' })
    await checkpoints.save(
      { ...key, subscription: 'b' },
      { ...emptyCheckpoint, channel: 'old', watermark: '3' },
    )
    await store.close()
    const [, name = ''] = readdirSync(join(folder, 'checkpoints'))
    const path = join(folder, 'checkpoints', name)
    writeFileSync(path, readFileSync(path, 'utf8').replace('"3"', '"9"'))
    await rewriteFolder(folder, replaceOld().rewrite)
    const next = await openFolder(folder, deps)
    expect(await next.checkpoints.load(key)).toMatchObject({ kind: 'kept', checkpoint: { channel: 'new' } })
    expect(await next.checkpoints.load({ ...key, subscription: 'b' })).toMatchObject({ kind: 'damaged' })
    await next.close()
  })
})

describe('rewriting every stored value of a database', () => {
  async function filled() {
    const { open } = await databases.fresh()
    const { database } = await open()
    const store = await openDatabaseStore(database, deps, { fence: () => 0n })
    await fill(store)
    await contents(store)
    return { database, store }
  }

  it('changes every value, and running bots continue with the new values', async () => {
    const { database, store } = await filled()
    const { seen, rewrite } = replaceOld()
    const { changed, conflicts } = await rewriteDatabase(database, rewrite)
    expect(changed.sort()).toEqual(['cards', 'checkpoints', 'decisions', 'mutes'])
    expect(conflicts).toBe(0)
    expect(seen.find(({ kind }) => kind === 'cards')?.place).toEqual(message)
    expect(await contents(store)).toEqual(rewritten)
    expect(await rewriteDatabase(database, rewrite)).toEqual({ changed: [], conflicts: 0 })
  })

  it('changes nothing in a dry run', async () => {
    const { database, store } = await filled()
    const before = await contents(store)
    expect((await rewriteDatabase(database, replaceOld().rewrite, true)).changed).toHaveLength(4)
    expect(await contents(store)).toEqual(before)
  })

  it('changes damaged values and what was set aside, too', async () => {
    const { database, store } = await filled()
    await database.query(`update overheard.messages set value = '{"text":"old"}'`)
    await store.messages('cards', z.string()).change(message, () => 'fine')
    await database.query(`update overheard.records set value = '["old"]' where key = 'C1'`)
    expect((await rewriteDatabase(database, replaceOld().rewrite)).changed.sort()).toEqual([
      'checkpoints',
      'decisions',
      'mutes',
      'set-aside',
    ])
    const { rows } = await database.query(`select 1 from overheard.records where value::text like '%old%'`)
    expect(rows).toEqual([])
  })

  it('never overwrites a value that a bot stores at the same moment', async () => {
    const { database, store } = await filled()
    const mutes = store.collection('mutes', z.string())
    const query: typeof database.query = async (text, values) => {
      if (text.includes('update overheard.records')) await mutes.put('C1', 'by the bot')
      return database.query(text, values)
    }
    const { changed, conflicts } = await rewriteDatabase({ ...database, query }, replaceOld().rewrite)
    expect([changed.includes('mutes'), conflicts]).toEqual([false, 1])
    expect(await mutes.find('C1')).toBe('by the bot')
  })

  it('changes 1,201 decisions, more than one page of rows has', async () => {
    const { database, store } = await filled()
    store.decisions.record(Array.from({ length: 1200 }, (_, index) => ({ ...entry, id: String(index + 10) })))
    await contents(store)
    const { changed } = await rewriteDatabase(database, replaceOld().rewrite)
    expect(changed.filter((kind) => kind === 'decisions')).toHaveLength(1201)
  })
})
