import { writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { emptyFolder } from '../../../../test/tools/folder.ts'
import { openDatabase } from '../../src/store/database.ts'
import { DatabaseError } from '../../src/store/database-error.ts'

const errorOf = (path: string): unknown => {
  try {
    openDatabase(path)
  } catch (error) {
    return error
  }
  throw new Error('it was opened')
}

it('the database of the mention service keeps what was stored, and a second open changes nothing', () => {
  const path = `${emptyFolder()}/mentions.sqlite`
  const first = openDatabase(path)
  first.run("INSERT INTO meta VALUES ('x', 5)")
  first.close()
  const second = openDatabase(path)
  expect(second.get("SELECT value FROM meta WHERE name = 'x'")).toEqual({ value: 5 })
  second.close()
})

it('a failed transaction of the database of the mention service stores nothing, also if it is part of another', () => {
  const database = openDatabase(':memory:')
  const add = (name: string) => database.run('INSERT INTO meta VALUES (?, 1)', name)
  expect(() =>
    database.transaction(() => {
      add('outer')
      database.transaction(() => {
        add('inner')
        throw new Error('stop')
      })
    }),
  ).toThrow('stop')
  expect(database.all("SELECT name FROM meta WHERE name IN ('outer', 'inner')")).toEqual([])
  database.transaction(() => add('later'))
  expect(database.get("SELECT value FROM meta WHERE name = 'later'")).toEqual({ value: 1 })
})

it('the mention service says what is wrong with a database that it cannot use', () => {
  const folder = emptyFolder()
  writeFileSync(`${folder}/text`, 'this is no database, but long enough to be read as one '.repeat(20))
  expect(errorOf(`${folder}/text`)).toEqual(
    new DatabaseError(`${folder}/text is not a database of the mention service.`),
  )
  const newer = new DatabaseSync(`${folder}/newer`)
  newer.exec('PRAGMA user_version = 99')
  newer.close()
  expect(errorOf(`${folder}/newer`)).toMatchObject({
    name: 'DatabaseError',
    message: expect.stringMatching(/newer version/),
  })
  expect(errorOf(`${folder}/missing/mentions`)).toMatchObject({
    name: 'DatabaseError',
    message: expect.stringMatching(/cannot be used/),
  })
  const held = openDatabase(`${folder}/held`)
  expect(errorOf(`${folder}/held`)).toMatchObject({
    message: `Another process uses ${folder}/held. Stop it first.`,
  })
  held.close()
})
