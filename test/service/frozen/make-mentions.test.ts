// @ts-nocheck: it runs on the code of then only.
import { writeFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { emptyFolder } from '../../tools/folder.ts'
import { begun, frozenAt, startFeedsOn } from './feeds.ts'

const out = process.env.FROZEN_OUT ?? ''

it('makes the file', async () => {
  const file = join(emptyFolder(), 'mentions.sqlite')
  const world = await startFeedsOn(file, begun, 'first')
  await world.time.advance(60_000 * 120)
  expect(world.runner.status().filter(({ failures }) => failures > 0)).toEqual([])
  world.show('second')
  await world.time.advance(frozenAt - begun - 60_000 * 120)
  const mentions = world.mentions()
  await world.close()
  mkdirSync(out, { recursive: true })
  writeFileSync(join(out, 'mentions.json'), `${JSON.stringify(mentions, undefined, 1)}\n`)
  writeFileSync(join(out, 'mentions.sql'), sqlOf(file))
})

function sqlOf(file: string): string {
  const database = new DatabaseSync(file)
  const all = (sql: string) => database.prepare(sql).all() as Record<string, string>[]
  const made = all("SELECT name, type, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid")
  const lines = made.map(({ sql }) => `${sql};`)
  const insert = (name: string) => {
    const columns = all(`PRAGMA table_info(${name})`).map((one) => one.name ?? '')
    const list = columns.map((one) => `quote(${one})`).join(` || ', ' || `)
    for (const { row } of all(`SELECT ${list} AS row FROM ${name}`))
      lines.push(`INSERT INTO ${name} (${columns.join(', ')}) VALUES (${row});`)
  }
  for (const { name = '', type } of made) if (type === 'table') insert(name)
  lines.push('DELETE FROM sqlite_sequence;')
  insert('sqlite_sequence')
  const version = all('PRAGMA user_version')[0]?.user_version
  database.close()
  return `${lines.join('\n')}\nPRAGMA user_version = ${version};\n`
}
