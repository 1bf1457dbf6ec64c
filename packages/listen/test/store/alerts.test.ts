import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { emptyFolder } from '../../../../test/tools/folder.ts'
import { openDatabase } from '../../src/store/database.ts'
import { migrations } from '../../src/store/schema.ts'
import { openStore } from '../../src/store/store.ts'

const names = {
  alert_type: 'mentions',
  alert_name: 'Acme',
  project_id: '1',
  project_name: 'Overheard',
} as const

it('an alert is quiet since its query was written so, and not since its name was', () => {
  const store = openStore(':memory:')
  onTestFinished(store.close)
  const key = store.alerts.add({ ...names, query: 'acme', since: 10 })?.key ?? 0
  const isQuiet = (time: number) => store.alerts.quietSince(time).length === 1
  expect([isQuiet(10), isQuiet(11)]).toEqual([false, true])
  store.alerts.change(key, { alert_name: 'New name', query: 'acme', since: 20 })
  expect(isQuiet(11)).toBe(true)
  store.alerts.change(key, { alert_name: 'New name', query: 'acme app', since: 30 })
  expect([isQuiet(30), isQuiet(31)]).toEqual([false, true])
  store.alerts.change(key, { alert_name: 'New name', query: 'acme app', languages: ['en'], since: 40 })
  expect([isQuiet(40), isQuiet(41)]).toEqual([false, true])
  store.alerts.change(key, { alert_name: 'New name' })
  expect(isQuiet(41)).toBe(false)
})

it('an alert of an older file is quiet since the latest time that the file knows', () => {
  const file = join(emptyFolder(), 'mentions.sqlite')
  const older = openDatabase(file, migrations.slice(0, 4))
  older.run(`INSERT INTO alerts (alert_id, alert_type, alert_name, project_id, project_name, query, origin)
    VALUES ('1001', 'mentions', 'Acme', '1', 'Overheard', 'acme', 'command')`)
  older.run(`INSERT INTO items (source, id, address, root, channel, title, published, stored, seen)
    VALUES ('feeds', '1', '', 1, 'a', '', 5, 10, 20)`)
  older.close()
  const store = openStore(file)
  onTestFinished(store.close)
  expect([20, 21].map((time) => store.alerts.quietSince(time).length)).toEqual([0, 1])
})
